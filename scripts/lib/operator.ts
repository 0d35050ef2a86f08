import { spawn } from 'node:child_process'

/** Runs a command for an operator. A failure prints one line instead of a stack trace, and exits with a non-zero code. */
export async function main(work: () => Promise<void>): Promise<void> {
  // The files written here contain personal data, so no other account on this machine may read them.
  process.umask(0o077)
  try {
    await work()
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}

/**
 * Runs this machine's pg_dump or pg_restore against a database. The password is passed in the environment, because arguments are
 * visible in the process list.
 */
export async function runPostgresTool(
  tool: 'pg_dump' | 'pg_restore',
  url: string,
  args: string[],
): Promise<void> {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  address.password = ''
  const child = spawn(tool, [`--dbname=${address.href}`, ...args], {
    env: { ...process.env, ...(password ? { PGPASSWORD: password } : {}) },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const code = await new Promise<number>((done, fail) => {
    child.once('error', fail)
    child.once('exit', exit => done(exit ?? 1))
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new Error(
      `${tool} is not installed: install the PostgreSQL client tools, at least as new as the server.`,
    )
  })
  if (code !== 0) throw new Error(`${tool} failed (exit code ${code}); its message is above.`)
}
