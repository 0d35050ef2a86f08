import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { DataFolderInUseError } from './errors.ts'
import { isAlive, isPostmasterFor } from './process-identity.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.ts'
import { type InitialisedFolder, initialiseFolder } from './testing/initialised-folder.ts'

const MODULE = new URL('./start-embedded-postgres.ts', import.meta.url).href
const isRoot = process.getuid?.() === 0

// Each test starts its own cluster with fsync, which is slow on a busy disk.
vi.setConfig({ testTimeout: 90_000 })

let dataDir: string
let runningServers: EmbeddedPostgres[] = []
let initialisedFolder: InitialisedFolder

beforeAll(async () => {
  initialisedFolder = await initialiseFolder()
}, 90_000)
afterAll(() => initialisedFolder.remove())

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'muster-embedded-'))
  await chmod(dataDir, 0o755)
  await initialisedFolder.copyTo(dataDir)
})

afterEach(async () => {
  await Promise.all(runningServers.map(it => it.stop()))
  const homes = runningServers.map(it => it.home)
  runningServers = []
  for (const path of [dataDir, ...homes]) await rm(path, { recursive: true, force: true })
})

async function start(settings: Record<string, string> = {}): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { shared_buffers: '16MB', ...settings } })
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
    const postgres = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, settings: { shared_buffers: '16MB' } })
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

/** Replaces the data folder with an empty one, for tests of creating the cluster. */
async function emptyDataFolder() {
  await rm(dataDir, { recursive: true })
  dataDir = await mkdtemp(join(tmpdir(), 'muster-embedded-'))
  await chmod(dataDir, 0o755)
}

describe('the embedded PostgreSQL', () => {
  test('writes neither statements nor rows into its log', async () => {
    const { url, home } = await start()
    await queryRows(url, 'create table places (lat float8 check (lat < 1), accuracy real)')
    await expect(queryRows(url, 'insert into places values (48.137154, 1)')).rejects.toThrow('violates check')
    await expect(queryRows(url, "insert into places values (0.137154, '1e-46')")).rejects.toThrow(
      'out of range',
    )
    const text = await readFile(join(home, 'postgres.log'), 'utf8')
    expect(text).toContain('violates check constraint')
    expect(text).not.toMatch(/137154|insert into/)
  })

  test('starts, answers over socket and TCP, stops, and keeps its rows and its port', async () => {
    await emptyDataFolder()
    const firstPostgres = await start()
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

    const secondPostgres = await start()
    expect(secondPostgres.tcpUrl).toBe(firstPostgres.tcpUrl)
    expect(await queryRows(secondPostgres.url, 'select n from kept')).toEqual([{ n: 1 }])
  })

  test('requires its password, which only its owner can read', async () => {
    const postgres = await start()
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
    const postgres = await start({ work_mem: '7MB', fsync: 'off' })
    expect(
      await queryRows(
        postgres.url,
        `select current_setting('work_mem') as memory, current_setting('fsync') as fsync`,
      ),
    ).toEqual([{ memory: '7MB', fsync: 'off' }])
  })

  test('refuses a second start on the same data folder with one line and leaves the first alone', async () => {
    const firstPostgres = await start()
    const refusal = await startEmbeddedPostgres({ dataDir }).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(DataFolderInUseError)
    expect((refusal as Error).message).toContain(dataDir)
    expect((refusal as Error).message).not.toContain('\n')
    expect(await queryRows(firstPostgres.url, 'select 1 as n')).toEqual([{ n: 1 }])
  })

  test('takes another port when the remembered one is taken', async () => {
    const firstPostgres = await start()
    const port = Number(new URL(firstPostgres.url).port)
    await firstPostgres.stop()
    const portThief = createServer().listen(port, '127.0.0.1')
    await once(portThief, 'listening')
    try {
      const secondPostgres = await start()
      expect(Number(new URL(secondPostgres.url).port)).not.toBe(port)
      expect(await queryRows(secondPostgres.url, 'select 1 as n')).toEqual([{ n: 1 }])
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
    const postgres = await startEmbeddedPostgres({
      dataDir,
      settings: { shared_buffers: '16MB' },
      onLost,
    })
    runningServers.push(postgres)
    await rm(join(postgres.home, 'cluster', 'global'), { recursive: true })
    process.kill(postgres.pid, 'SIGKILL')
    await vi.waitFor(() => expect(onLost).toHaveBeenCalledOnce(), { timeout: 45_000 })
    expect(String(onLost.mock.calls[0]?.[0])).toContain('did not start')
  })

  test('restarts once its full disk has space, and does not give up until then', async () => {
    const onLost = vi.fn()
    const lines: string[] = []
    let hasSpace = false
    const postgres = await startEmbeddedPostgres({
      dataDir,
      settings: { shared_buffers: '16MB' },
      onLost,
      hasDiskSpace: async () => hasSpace,
      lookForSpaceMs: 50,
      log: line => lines.push(line),
    })
    runningServers.push(postgres)
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
    const firstPostgres = await start()
    await queryRows(firstPostgres.url, 'create table kept (n int); insert into kept values (1)')
    await firstPostgres.stop()
    const cluster = join(firstPostgres.home, 'cluster')
    const clusterStats = await stat(cluster)
    const program = (await readFile(join(cluster, 'postmaster.opts'), 'utf8')).split(' ')[0] ?? ''
    const orphan = spawn(
      program,
      ['-D', cluster, '-c', 'listen_addresses=', '-c', `unix_socket_directories=${firstPostgres.home}/run`],
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

    const secondPostgres = await start()
    expect(await orphanExit).toEqual([0, null])
    expect(await queryRows(secondPostgres.url, 'select n from kept')).toEqual([{ n: 1 }])
  })

  test('ignores a stale lock or postmaster.pid whose id now belongs to another process', async () => {
    const firstPostgres = await start()
    await firstPostgres.stop()
    const unrelatedProcess = spawn('sleep', ['30'], { stdio: 'ignore' })
    try {
      await writeFile(
        join(dataDir, 'muster.lock'),
        JSON.stringify({ pid: unrelatedProcess.pid, identity: 'another boot/1' }),
      )
      await writeFile(
        join(firstPostgres.home, 'cluster', 'postmaster.pid'),
        `${unrelatedProcess.pid}\n${firstPostgres.home}/cluster\n1\n1\n\n\n\n`,
      )
      if (isRoot) {
        const clusterStats = await stat(join(firstPostgres.home, 'cluster'))
        await chown(join(firstPostgres.home, 'cluster', 'postmaster.pid'), clusterStats.uid, clusterStats.gid)
      }
      const secondPostgres = await start()
      expect(await queryRows(secondPostgres.url, 'select 1 as n')).toEqual([{ n: 1 }])
      await sleep(50)
      expect(isAlive(unrelatedProcess.pid ?? 0)).toBe(true)
    } finally {
      unrelatedProcess.kill()
    }
  })

  test('lets only one of two simultaneous starts win', async () => {
    await emptyDataFolder()
    const outcomes = await Promise.allSettled([start(), start()])
    expect(outcomes.map(it => it.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(it => it.status === 'rejected')?.reason).toBeInstanceOf(DataFolderInUseError)
  })

  test.runIf(isRoot)(
    'moves out of a folder that its account cannot reach, and finds its way back',
    async () => {
      await emptyDataFolder()
      await chmod(dataDir, 0o700)
      const firstPostgres = await start()
      expect(firstPostgres.home).toMatch(/^\/var\/lib\/muster\//)
      await queryRows(firstPostgres.url, 'create table kept (n int); insert into kept values (1)')
      await firstPostgres.stop()
      expect(existsSync(join(dataDir, 'postgres-location.json'))).toBe(true)

      const secondPostgres = await start()
      expect(secondPostgres.home).toBe(firstPostgres.home)
      expect(await queryRows(secondPostgres.url, 'select n from kept')).toEqual([{ n: 1 }])
      await secondPostgres.stop()

      await rm(secondPostgres.home, { recursive: true })
      await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow('is gone')
    },
  )
})
