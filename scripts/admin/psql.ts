import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { type Target, withDatabase } from '../lib/with-database.ts'
import type { AdminRun } from './commands.ts'

export const run: AdminRun = env => withDatabase(env, runPsql)

/** Runs psql in the foreground and returns its exit code. The password is passed in the environment, which others cannot read. */
async function runPsql({ url, home, runs }: Target): Promise<number> {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  address.password = ''
  const child = spawn('psql', [`--dbname=${address.href}`], {
    env: { ...process.env, ...(password ? { PGPASSWORD: password } : {}) },
    stdio: 'inherit',
  })
  // Ctrl-C cancels a query in psql and must not end this process, which may own the database.
  const ignore = () => undefined
  process.on('SIGINT', ignore)
  try {
    return await new Promise<number>((done, fail) => {
      child.once('error', fail)
      child.once('exit', code => done(code ?? 1))
    })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new Error(`psql is not installed. ${describeAddress(address, home, runs)}`)
  } finally {
    process.off('SIGINT', ignore)
  }
}

function describeAddress(address: URL, home: string | undefined, runs: boolean | undefined): string {
  if (!home) return 'Connect another client by DATABASE_URL.'
  const place = `host ${address.searchParams.get('host') ?? address.hostname} (or 127.0.0.1), port ${address.port}, user ${address.username}, database ${address.pathname.slice(1)}, password in the file ${join(home, 'password')}`
  return runs
    ? `Connect another client to ${place}.`
    : `Start Muster, then connect another client to ${place}.`
}
