import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { copyRunningCluster } from './base-backup.ts'
import { findRunning } from './find-running.ts'
import { restoreCluster } from './restore-cluster.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.ts'
import { copyInitialisedFolder } from './testing/initialised-folder.ts'

// Three starts are slow on a busy disk.
vi.setConfig({ testTimeout: 90_000 })

let dir: string
const runningServers: EmbeddedPostgres[] = []

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'muster-backup-'))
  await chmod(dir, 0o755)
})

afterEach(async () => {
  for (const it of runningServers.splice(0)) await it.stop()
  await rm(dir, { recursive: true, force: true })
})

async function start(name: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({
    dataDir: join(dir, name),
    settings: { shared_buffers: '16MB', fsync: 'off' },
  })
  runningServers.push(postgres)
  return postgres
}

test('a copy taken during writes is complete, restores elsewhere, and replaces a database only on request', async () => {
  await mkdir(join(dir, 'source'), { mode: 0o755 })
  await copyInitialisedFolder(join(dir, 'source'))
  const source = await start('source')
  const pool = new pg.Pool({ connectionString: source.url, max: 4 })
  await pool.query('create table checks (n int primary key, filler text)')
  await pool.query(`insert into checks select n, repeat('x', 500) from generate_series(1, 2000) n`)
  let nextId = 2_001
  let isWriting = true
  const writers = [1, 2].map(async () => {
    while (isWriting) await pool.query(`insert into checks values ($1, repeat('y', 500))`, [nextId++])
  })
  const backupFolder = join(dir, 'backup')
  const url = await findRunning(source.home)
  expect(url).toBe(source.url)
  await copyRunningCluster(url ?? '', join(source.home, 'cluster'), backupFolder)
  isWriting = false
  await Promise.all(writers)
  const { rows } = await pool.query('select count(*)::int as n from checks')
  await pool.end()
  expect(rows[0].n).toBeGreaterThan(2_000)

  const restore = (replace: boolean) =>
    restoreCluster({
      dataDir: join(dir, 'target'),
      cluster: backupFolder,
      password: join(source.home, 'password'),
      replace,
      log: () => undefined,
    })
  expect(await restore(false)).toBeUndefined()
  const target = await start('target')
  const client = new pg.Client({ connectionString: target.url })
  await client.connect()
  const result = await client.query(
    'select count(*)::int as n, count(distinct n)::int as apart, max(n) as last from checks',
  )
  await client.query('create table later (n int)')
  await client.end()
  expect(result.rows[0].n).toBeGreaterThanOrEqual(2_000)
  expect(result.rows[0].n).toBeLessThanOrEqual(rows[0].n)
  expect(result.rows[0].apart).toBe(result.rows[0].n)

  await expect(restore(true)).rejects.toThrow('already using')
  await target.stop()
  expect(await findRunning(target.home)).toBeUndefined()
  await expect(restore(false)).rejects.toThrow('--replace')
  expect(await restore(true)).toContain('before-restore')
  const restartedClient = new pg.Client({ connectionString: (await start('target')).url })
  await restartedClient.connect()
  expect((await restartedClient.query(`select to_regclass('later') as later`)).rows).toEqual([
    { later: null },
  ])
  await restartedClient.end()
})
