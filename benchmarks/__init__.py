"""Speed, and the mutable twins it is measured against."""
