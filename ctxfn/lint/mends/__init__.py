"""Steps that only fixes need: nobody lists them in a pipeline."""
