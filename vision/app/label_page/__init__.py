"""The labelling page: a folder of pictures, the model's proposals, a person's corrections."""
