import { spawn } from 'node:child_process'

/**
 * Runs this machine's pg_dump or pg_restore against a database. The password is passed in the environment, because arguments are
 * visible in the process list. Throws an error whose message is one line, after the messages of the tool itself.
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
