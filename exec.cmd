@rem cmd.exe has no exec. npm start says it so that, elsewhere, signals reach node and not a shell in between.
@%*
