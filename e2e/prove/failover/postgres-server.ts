import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { appendFile, chmod, chown, mkdir, open, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { chooseAccount } from '@muster/server/src/db/embedded/account.ts'
import pg from 'pg'

const execFileAsync = promisify(execFile)
/** Muster needs PostgreSQL 15 or newer. */
const MIN_MAJOR = 15
const NEEDED = ['initdb', 'postgres', 'pg_ctl', 'pg_basebackup']

/** Returns the folder of the newest PostgreSQL on this machine that can make a standby; undefined if there is none. */
export function findPostgres(root = '/usr/lib/postgresql'): string | undefined {
  if (!existsSync(root)) return undefined
  const majors = readdirSync(root).map(Number)
  const usable = majors.filter(
    major => major >= MIN_MAJOR && NEEDED.every(name => existsSync(join(root, String(major), 'bin', name))),
  )
  return usable.length > 0 ? join(root, String(Math.max(...usable)), 'bin') : undefined
}

export type PostgresServer = {
  readonly port: number
  readonly url: string
  /** Runs SQL on a connection of its own, as the owner. */
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  start(): Promise<void>
  /** Kills the server with all its processes, as a power cut would. */
  kill(): Promise<void>
  promote(): Promise<void>
  /** Replaces the server's data by a copy of `primary`, and starts it as its synchronous standby. */
  follow(primary: PostgresServer): Promise<void>
  stop(): Promise<void>
}

/** Creates a PostgreSQL server with fsync on. It runs as another account if we are root, because PostgreSQL refuses root. */
export async function createPostgresServer(
  bin: string,
  folder: string,
  port: number,
): Promise<PostgresServer> {
  const account = chooseAccount()
  const as = account ? { uid: account.uid, gid: account.gid } : {}
  const data = join(folder, 'data')
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o755)
  if (account) await chown(folder, account.uid, account.gid)
  const run = (name: string, ...args: string[]) =>
    execFileAsync(join(bin, name), args, { ...as, cwd: folder })
  const url = `postgres://muster@127.0.0.1:${port}/postgres`
  let child: ChildProcess | undefined

  const server: PostgresServer = {
    port,
    url,
    async sql(text, values) {
      const client = new pg.Client({
        connectionString: url,
        connectionTimeoutMillis: 2_000,
        query_timeout: 10_000,
      })
      client.on('error', () => undefined)
      await client.connect()
      try {
        return (await client.query(text, values)).rows
      } finally {
        await client.end()
      }
    },
    async start() {
      const log = await open(join(folder, 'log'), 'a')
      child = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port)], {
        ...as,
        cwd: folder,
        stdio: ['ignore', log.fd, log.fd],
      })
      await log.close()
      for (let tries = 0; tries < 300; tries++) {
        if (child.exitCode !== null) throw new Error(`PostgreSQL ended: ${readTail(join(folder, 'log'))}`)
        const isUp = await server.sql('select 1').then(
          () => true,
          () => false,
        )
        if (isUp) return
        await sleep(100)
      }
      throw new Error(`PostgreSQL did not start: ${readTail(join(folder, 'log'))}`)
    },
    async kill() {
      if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      // A process that outlives the postmaster for a moment could still commit.
      const children = readChildren(child.pid)
      child.kill('SIGKILL')
      for (const pid of children) killIfAlive(pid)
      await exit
    },
    async promote() {
      await run('pg_ctl', 'promote', '-D', data, '-w', '-t', '60')
    },
    async follow(primary) {
      await rm(data, { recursive: true, force: true })
      await primary.sql(`alter system set synchronous_standby_names = ''`)
      await primary.sql('select pg_reload_conf()')
      const source = `host=127.0.0.1 port=${primary.port} user=muster application_name=standby`
      await run('pg_basebackup', '-D', data, '-d', source, '-R', '-X', 'stream', '-c', 'fast')
      await server.start()
      await primary.sql(`alter system set synchronous_standby_names = '*'`)
      await primary.sql('select pg_reload_conf()')
      for (let tries = 0; tries < 300; tries++) {
        const [row] = await primary.sql(`select 1 from pg_stat_replication where sync_state = 'sync'`)
        if (row) return
        await sleep(100)
      }
      throw new Error('The standby does not follow')
    },
    async stop() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      child.kill('SIGQUIT')
      await exit
    },
  }

  await run('initdb', '-D', data, '-U', 'muster', '-A', 'trust', '-E', 'UTF8', '--locale=C')
  await appendFile(
    join(data, 'postgresql.conf'),
    [
      `listen_addresses = '127.0.0.1'`,
      `unix_socket_directories = ''`,
      'synchronous_commit = on',
      'shared_buffers = 64MB',
      'max_connections = 150',
      'wal_keep_size = 512MB',
      'wal_receiver_status_interval = 1s',
      '',
    ].join('\n'),
  )
  await writeFile(
    join(data, 'pg_hba.conf'),
    'host all all 127.0.0.1/32 trust\nhost replication all 127.0.0.1/32 trust\n',
  )
  return server
}

const readTail = (path: string) => readFileSync(path, 'utf8').slice(-2_000)

const readChildren = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
