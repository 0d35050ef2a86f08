import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { chooseAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { claimPlace } from './claim-place.ts'
import { DataFolderInUseError } from './errors.ts'
import { findRunning } from './find-running.ts'
import { isAlive, isPostmasterFor } from './process-identity.ts'
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './start-embedded-postgres.ts'
import { copyInitialisedFolder } from './testing/initialised-folder.ts'

const MODULE = new URL('./start-embedded-postgres.ts', import.meta.url).href
const isRoot = process.getuid?.() === 0

// The first start of a cluster waits for the disk, which may be slow.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

let dataDir: string
let runningServers: EmbeddedPostgres[] = []

async function createDataFolder() {
  dataDir = await mkdtemp(join(tmpdir(), 'muster-embedded-'))
  await chmod(dataDir, 0o755)
}
async function copyDataFolder() {
  await createDataFolder()
  await copyInitialisedFolder(dataDir)
}
async function stopAll() {
  await Promise.all(runningServers.map(it => it.stop()))
  const homes = runningServers.map(it => it.home)
  runningServers = []
  for (const path of [dataDir, ...homes]) await rm(path, { recursive: true, force: true })
}

/** Without fsync, because a killed process loses nothing that the kernel has. */
const cheapSettings = { shared_buffers: '16MB', fsync: 'off' }

async function start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, settings: cheapSettings, ...options })
  runningServers.push(postgres)
  return postgres
}

async function queryRows(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Starts Muster's database in another process, which writes one row and then waits to be killed. */
async function startInProcess(): Promise<{ pid: number; postgresPid: number; kill: () => Promise<void> }> {
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(MODULE)}
    import pg from 'pg'
    const postgres = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, settings: ${JSON.stringify(cheapSettings)} })
    const client = new pg.Client({ connectionString: postgres.url })
    client.on('error', () => undefined)
    await client.connect()
    await client.query('create table kept (n int); insert into kept values (1)')
    console.log(postgres.pid)
    setInterval(() => undefined, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: dirname(new URL(MODULE).pathname),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exitEvent = once(child, 'exit')
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    pid: child.pid ?? 0,
    postgresPid: Number(line.toString()),
    kill: async () => {
      child.kill('SIGKILL')
      await exitEvent
    },
  }
}

describe('a running embedded PostgreSQL', () => {
  let postgres: EmbeddedPostgres
  beforeAll(async () => {
    await copyDataFolder()
    postgres = await start({ settings: { ...cheapSettings, work_mem: '7MB' } })
  })
  afterAll(stopAll)

  test('writes neither statements nor rows into its log', async () => {
    const { url, home } = postgres
    await queryRows(url, 'create table places (lat float8 check (lat < 1), accuracy real)')
    await expect(queryRows(url, 'insert into places values (48.137154, 1)')).rejects.toThrow('violates check')
    await expect(queryRows(url, "insert into places values (0.137154, '1e-46')")).rejects.toThrow(
      'out of range',
    )
    const text = await readFile(join(home, 'postgres.log'), 'utf8')
    expect(text).toContain('violates check constraint')
    expect(text).not.toMatch(/137154|insert into/)
  })

  test('requires its password, which only its owner can read', async () => {
    for (const address of [postgres.url, postgres.tcpUrl]) {
      const wrongPasswordUrl = new URL(address)
      wrongPasswordUrl.password = 'wrong'
      await expect(queryRows(wrongPasswordUrl.href, 'select 1')).rejects.toMatchObject({ code: '28P01' })
    }
    const file = join(postgres.home, 'password')
    expect((await readFile(file, 'utf8')).trim()).toBe(new URL(postgres.url).password)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  test('prefers the caller’s settings to its own', async () => {
    expect(
      await queryRows(
        postgres.url,
        `select current_setting('work_mem') as memory, current_setting('fsync') as fsync`,
      ),
    ).toEqual([{ memory: '7MB', fsync: 'off' }])
  })

  test('refuses a second start on the same data folder with one line and leaves the first alone', async () => {
    const refusal = await startEmbeddedPostgres({ dataDir }).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(DataFolderInUseError)
    expect((refusal as Error).message).toContain(dataDir)
    expect((refusal as Error).message).not.toContain('\n')
    expect(await queryRows(postgres.url, 'select 1 as n')).toEqual([{ n: 1 }])
  })
})

test('when two servers start in an empty folder at once, one succeeds; it serves its socket and TCP, and keeps its rows and port over a restart', async () => {
  await createDataFolder()
  try {
    const settings = { shared_buffers: '16MB' }
    const outcomes = await Promise.allSettled([start({ settings }), start({ settings })])
    expect(outcomes.map(it => it.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(it => it.status === 'rejected')?.reason).toBeInstanceOf(DataFolderInUseError)
    const [firstPostgres] = runningServers
    if (!firstPostgres) throw new Error('No server runs')
    await queryRows(firstPostgres.url, 'create table kept (n int); insert into kept values (1)')
    expect(await queryRows(firstPostgres.tcpUrl, 'select n from kept')).toEqual([{ n: 1 }])
    expect(
      await queryRows(
        firstPostgres.url,
        `select current_setting('fsync') as fsync, current_setting('timezone') as zone`,
      ),
    ).toEqual([{ fsync: 'on', zone: 'UTC' }])
    const pid = firstPostgres.pid
    await firstPostgres.stop()
    expect(isAlive(pid)).toBe(false)

    const secondPostgres = await start({ settings })
    expect(secondPostgres.tcpUrl).toBe(firstPostgres.tcpUrl)
    expect(await queryRows(secondPostgres.url, 'select n from kept')).toEqual([{ n: 1 }])
  } finally {
    await stopAll()
  }
})

test.runIf(isRoot)(
  'a cluster is outside a folder that its account cannot reach, and is found there again',
  async () => {
    await createDataFolder()
    await chmod(dataDir, 0o700)
    const account = chooseAccount()
    const { place, release } = await claimPlace(dataDir, await findBinaries(), account)
    await release()
    try {
      expect(place.home).toMatch(/^\/var\/lib\/muster\//)
      expect(existsSync(join(dataDir, 'postgres-location.json'))).toBe(true)
      await rm(place.home, { recursive: true })
      await copyInitialisedFolder(dataDir)
      await promisify(execFile)('mv', [join(dataDir, 'postgres'), place.home])
      const postgres = await start()
      expect(postgres.home).toBe(place.home)
      expect(await queryRows(postgres.url, 'select 1 as n')).toEqual([{ n: 1 }])
      await postgres.stop()

      await rm(postgres.home, { recursive: true })
      await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow('is gone')
    } finally {
      await stopAll()
    }
  },
)

describe('the embedded PostgreSQL', () => {
  beforeEach(copyDataFolder)
  afterEach(stopAll)

  test('takes another port when the remembered one is taken', async () => {
    const portThief = createServer().listen(0, '127.0.0.1')
    await once(portThief, 'listening')
    const { port } = portThief.address() as AddressInfo
    await writeFile(join(dataDir, 'postgres', 'port'), `${port}\n`)
    try {
      const postgres = await start()
      expect(Number(new URL(postgres.url).port)).not.toBe(port)
      expect(await queryRows(postgres.url, 'select 1 as n')).toEqual([{ n: 1 }])
    } finally {
      portThief.close()
    }
  })

  test('comes back on the same URL with every committed row after kill -9 of the server', async () => {
    const postgres = await start()
    await queryRows(
      postgres.url,
      'create table kept (n int); insert into kept select generate_series(1, 1000)',
    )
    const killedPid = postgres.pid
    process.kill(killedPid, 'SIGKILL')
    await vi.waitFor(
      async () =>
        expect(await queryRows(postgres.url, 'select count(*)::int as n from kept')).toEqual([{ n: 1000 }]),
      { timeout: 45_000, interval: 100 },
    )
    expect(postgres.pid).not.toBe(killedPid)
  })

  test('gives up with an error when the server cannot come back', async () => {
    const onLost = vi.fn()
    const postgres = await start({ onLost, relaunchDelayMs: 20 })
    await rm(join(postgres.home, 'cluster', 'global'), { recursive: true })
    process.kill(postgres.pid, 'SIGKILL')
    await vi.waitFor(() => expect(onLost).toHaveBeenCalledOnce(), { timeout: 45_000 })
    expect(String(onLost.mock.calls[0]?.[0])).toContain('did not start')
  })

  test('restarts once its full disk has space, and does not give up until then', async () => {
    const onLost = vi.fn()
    const lines: string[] = []
    let hasSpace = false
    const postgres = await start({
      onLost,
      relaunchDelayMs: 20,
      hasDiskSpace: async () => hasSpace,
      lookForSpaceMs: 50,
      log: line => lines.push(line),
    })
    await queryRows(postgres.url, 'create table kept (n int); insert into kept values (1)')
    const cluster = join(postgres.home, 'cluster')
    const [globalFolder, asideFolder] = [join(cluster, 'global'), join(cluster, 'aside')]
    await rename(globalFolder, asideFolder)
    process.kill(postgres.pid, 'SIGKILL')
    await vi.waitFor(() => expect(lines.join()).toContain('is full'), { timeout: 45_000 })
    await rename(asideFolder, globalFolder)
    hasSpace = true
    await vi.waitFor(
      async () => expect(await queryRows(postgres.url, 'select n from kept')).toEqual([{ n: 1 }]),
      {
        timeout: 45_000,
        interval: 100,
      },
    )
    expect(onLost).not.toHaveBeenCalled()
  })

  test('ends when Muster is killed, and the next start finds the rows', async () => {
    const otherProcess = await startInProcess()
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toMatchObject({ pid: otherProcess.pid })
    await otherProcess.kill()
    await vi.waitFor(() => expect(isAlive(otherProcess.postgresPid)).toBe(false), { timeout: 45_000 })
    const postgres = await start()
    expect(await queryRows(postgres.url, 'select n from kept')).toEqual([{ n: 1 }])
  })

  test('stops a server left behind by a killed Muster, then serves its rows', async () => {
    const home = join(dataDir, 'postgres')
    const cluster = join(home, 'cluster')
    const clusterStats = await stat(cluster)
    const program = (await readFile(join(cluster, 'postmaster.opts'), 'utf8')).split(' ')[0] ?? ''
    const orphan = spawn(
      program,
      ['-D', cluster, '-c', 'listen_addresses=', '-c', `unix_socket_directories=${home}/run`],
      {
        ...(isRoot ? { uid: clusterStats.uid, gid: clusterStats.gid } : {}),
        cwd: cluster,
        stdio: 'ignore',
        detached: true,
      },
    )
    const orphanExit = once(orphan, 'exit')
    await vi.waitFor(
      async () => expect(await readFile(join(cluster, 'postmaster.pid'), 'utf8')).toContain('ready'),
      {
        timeout: 45_000,
      },
    )
    expect(isPostmasterFor(orphan.pid ?? 0, cluster)).toBe(true)
    await queryRows((await findRunning(home)) ?? '', 'create table kept (n int); insert into kept values (1)')

    const postgres = await start()
    expect(await orphanExit).toEqual([0, null])
    expect(await queryRows(postgres.url, 'select n from kept')).toEqual([{ n: 1 }])
  })

  test('ignores a stale lock or postmaster.pid whose id now belongs to another process', async () => {
    const cluster = join(dataDir, 'postgres', 'cluster')
    const unrelatedProcess = spawn('sleep', ['30'], { stdio: 'ignore' })
    try {
      await writeFile(
        join(dataDir, 'muster.lock'),
        JSON.stringify({ pid: unrelatedProcess.pid, identity: 'another boot/1' }),
      )
      await writeFile(join(cluster, 'postmaster.pid'), `${unrelatedProcess.pid}\n${cluster}\n1\n1\n\n\n\n`)
      if (isRoot) {
        const clusterStats = await stat(cluster)
        await chown(join(cluster, 'postmaster.pid'), clusterStats.uid, clusterStats.gid)
      }
      const postgres = await start()
      expect(await queryRows(postgres.url, 'select 1 as n')).toEqual([{ n: 1 }])
      await sleep(50)
      expect(isAlive(unrelatedProcess.pid ?? 0)).toBe(true)
    } finally {
      unrelatedProcess.kill()
    }
  })
})
