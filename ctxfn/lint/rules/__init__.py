"""The rules, one file each; `ctxfn.lint.codes` lists them."""
