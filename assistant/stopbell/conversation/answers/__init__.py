"""What is answered to each intent, one file for each subject."""
