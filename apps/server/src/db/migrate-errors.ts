/** Thrown if the database cannot be migrated to this program's version. The message is one readable line. */
export class MigrationError extends Error {
  override name = 'MigrationError'
  readonly code:
    | 'DATABASE_TOO_OLD'
    | 'DATABASE_NEWER'
    | 'DATABASE_UNRELEASED'
    | 'FILE_CHANGED'
    | 'FILE_FAILED'
    | 'BAD_FILES'
    | 'BACKUP_FAILED'

  constructor(code: MigrationError['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
