"""What one more of something is worth, in points of winning chance."""
