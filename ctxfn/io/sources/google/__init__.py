"""Google: files of Drive, messages of Gmail, events of Calendar."""
