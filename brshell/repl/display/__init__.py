"""What values look like at the prompt: data over several lines, tables, bars."""
