"""What sources on the net share: requests within their limits, bodies that stay bounded, JSON."""
