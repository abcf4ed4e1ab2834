export const DATABASE_FILE = 'sotto.db'
