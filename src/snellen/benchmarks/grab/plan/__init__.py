"""The plan of GRAB: from a seed to questions, answers and scenes; nothing is drawn."""
