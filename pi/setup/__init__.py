"""What a program is started with: settings, arguments, output."""
