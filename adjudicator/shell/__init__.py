"""The only input and output: Maildir, IMAP, SMTP, git, the clock."""
