"""What labelling costs a person, and how many wrong labels the review brings up."""
