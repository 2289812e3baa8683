"""What running programs are made of: data, procedures, continuations, errors."""
