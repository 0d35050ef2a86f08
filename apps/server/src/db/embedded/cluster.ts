import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, chmod, chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Account } from './account.ts'
import { EmbeddedPostgresError } from './errors.ts'
import type { Place } from './place.ts'

const execFileAsync = promisify(execFile)

export const OWNER = 'muster'
export const DATABASE = 'muster'

/** Our defaults. `alter system` and the caller's settings override them. */
const SETTINGS: Record<string, string> = {
  fsync: 'on',
  synchronous_commit: 'on',
  shared_buffers: '256MB',
  max_connections: '60',
  wal_compression: 'on',
  max_wal_size: '2GB',
  min_wal_size: '256MB',
  checkpoint_completion_target: '0.9',
  jit: 'off',
  password_encryption: 'scram-sha-256',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  // Log neither statements nor rows: they contain positions, and a statement that keeps failing would fill the disk.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

/** Creates the cluster with initdb if there is none. Returns the owner's password. Throws EmbeddedPostgresError if initdb fails. */
export async function ensureCluster(place: Place, account: Account | undefined, log: (line: string) => void) {
  const passwordFile = join(place.home, 'password')
  if (existsSync(join(place.cluster, 'PG_VERSION'))) {
    await assertSameMajor(place)
    return (await readFile(passwordFile, 'utf8')).trim()
  }

  log(`Creating the database in ${place.home}`)
  const password = randomBytes(24).toString('hex')
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
  await chmod(passwordFile, 0o600)
  // initdb works in a draft folder, so that a start killed halfway leaves nothing that looks like a cluster.
  const draft = join(place.home, 'cluster.draft')
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  const passwordCopy = join(place.home, 'password.initdb')
  await writeFile(passwordCopy, password, { mode: 0o600 })
  if (account) await Promise.all([draft, passwordCopy].map(path => chown(path, account.uid, account.gid)))
  try {
    await execFileAsync(join(place.binaries, 'bin', 'initdb'), createInitdbArguments(draft, passwordCopy), {
      ...toSpawnIdentity(account),
      env: createPostgresEnvironment(place),
      cwd: draft,
    })
  } catch (error) {
    const reason = toInitdbReason(String((error as { stderr?: string }).stderr || (error as Error).message))
    throw new EmbeddedPostgresError(`The database could not be created in ${place.home}: ${reason}`)
  } finally {
    await rm(passwordCopy, { force: true })
  }
  await appendFile(join(draft, 'postgresql.conf'), `\ninclude_if_exists = 'muster.conf'\n`)
  await rename(draft, place.cluster)
  return password
}

/** Extracts the reason from initdb's output, whose last lines only report its cleanup. */
export function toInitdbReason(output: string): string {
  const lines = output.trim().split('\n')
  const reason =
    lines.findLast(line => /No space left|Disk quota/i.test(line)) ??
    lines.findLast(line => /error:|FATAL:|PANIC:/.test(line)) ??
    lines.findLast(line => !/removing (contents|data directory)/.test(line))
  const text = (reason ?? output).replace(/^.*?(error|FATAL|PANIC): +/, '').trim()
  return /No space left|Disk quota/i.test(text) ? `the disk is full (${text})` : text
}

/** Throws EmbeddedPostgresError for a cluster of another major version, whose files this PostgreSQL cannot read. */
async function assertSameMajor(place: Place): Promise<void> {
  const clusterMajor = (await readFile(join(place.cluster, 'PG_VERSION'), 'utf8')).trim()
  const { stdout } = await execFileAsync(join(place.binaries, 'bin', 'postgres'), ['--version'], {
    env: createPostgresEnvironment(place),
  })
  const [, major] = /(\d+)/.exec(stdout) ?? []
  if (clusterMajor === major) return
  throw new EmbeddedPostgresError(
    `The database in ${place.home} is of PostgreSQL ${clusterMajor} and this Muster brings ${major}: run "npm run backup -- --portable" with the Muster that made it, then "npm run restore -- <file> --replace" with this one (docs/moving.md).`,
  )
}

function createInitdbArguments(cluster: string, passwordFile: string): string[] {
  return [
    `--pgdata=${cluster}`,
    `--username=${OWNER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--wal-segsize=4',
  ]
}

/** Writes our settings on every start, so that a newer version of Muster applies its own. */
export async function writeSettings(
  place: Place,
  account: Account | undefined,
  extraSettings: Record<string, string>,
) {
  const lines = Object.entries({ ...SETTINGS, ...extraSettings }).map(
    ([key, value]) => `${key} = '${value.replaceAll("'", "''")}'`,
  )
  const path = join(place.cluster, 'muster.conf')
  await writeFile(
    path,
    `# Written by Muster on every start. To change a setting for good: alter system set …\n${lines.join('\n')}\n`,
  )
  if (account) await chown(path, account.uid, account.gid)
}

export function toSpawnIdentity(account: Account | undefined): { uid?: number; gid?: number } {
  return account ? { uid: account.uid, gid: account.gid } : {}
}

/** Returns a minimal environment: the server must not inherit variables such as PGDATA, PGPORT or the locale from our process. */
export function createPostgresEnvironment(place: Place): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: place.home, LC_ALL: 'C', TZ: 'UTC' }
}
