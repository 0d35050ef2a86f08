import { spawn } from 'node:child_process'
import { BackupError } from './backup-error.ts'

/** Passes the password in the environment: arguments are visible in the process list. Throws BackupError with the last line. */
export async function runPostgresTool(
  tool: 'pg_dump' | 'pg_restore',
  url: string,
  args: readonly string[],
): Promise<void> {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  address.password = ''
  const child = spawn(tool, [`--dbname=${address.href}`, ...args], {
    env: { ...process.env, ...(password ? { PGPASSWORD: password } : {}) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', text => {
    complaint = `${complaint}${text}`.slice(-2_000)
  })
  const code = await new Promise<number>((done, fail) => {
    child.once('error', fail)
    child.once('close', exit => done(exit ?? 1))
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new BackupError(
      `${tool} is not installed: install the PostgreSQL client tools, at least as new as the server.`,
    )
  })
  if (code !== 0)
    throw new BackupError(`${tool} failed: ${complaint.trim().replace(/\s+/g, ' ') || `exit code ${code}`}`)
}
