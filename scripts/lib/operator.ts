import { spawn } from 'node:child_process'

/** Runs a command for an operator: a failure is one line and a non-zero exit, not a stack. */
export async function main(work: () => Promise<void>): Promise<void> {
  // Whatever it writes holds people's data: nobody else's on this machine.
  process.umask(0o077)
  try {
    await work()
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}

/** Runs pg_dump or pg_restore of this machine against a database; the password never shows in the process list. */
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
