/** Commands that need the database alone. */
export { accountCommand } from '../commands/account.ts'
export { apiKeyCommand } from '../commands/api-key.ts'
export { auditCommand } from '../commands/audit.ts'
export { backupCommand, restoreCommand } from '../commands/backup.ts'
export { masterKeyCommand } from '../commands/master-key.ts'
export { notaKeyCommand } from '../commands/notas/nota-key.ts'
export { trustCommand } from '../commands/notas/trust.ts'
export { databaseCommand, runMigrations } from '../database/command.ts'
