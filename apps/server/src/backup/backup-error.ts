/** A backup that could not be made, read or checked. The message is one line for operators. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** Describes a failure in one line. Full disks and missing permissions have texts of their own; other errors keep their message. */
export function describeBackupFailure(error: unknown): string {
  const root = findRootCause(error)
  const { code, message } = root as NodeJS.ErrnoException
  const text =
    root instanceof BackupError
      ? message
      : code === 'ENOSPC'
        ? 'The disk is full.'
        : code === 'EACCES' || code === 'EROFS' || code === 'EPERM'
          ? `Muster may not write there (${message}).`
          : `${message || String(root)}`
  return text.replace(/\s+/g, ' ').trim().slice(0, 300)
}

function findRootCause(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error))
  return error.cause instanceof Error ? findRootCause(error.cause) : error
}
