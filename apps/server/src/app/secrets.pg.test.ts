import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Database, openDatabase } from '../db/database.ts'
import { appendAnchor, readAnchors, signAnchor, toAnchorsPath } from '../features/security/anchors.ts'
import { createFactories } from '../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { readSecrets } from './secrets.ts'

let database: TestDatabase
let db: Database
let folders: string[]
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})
beforeEach(async () => {
  await db.pool.query(
    `delete from installation_secrets; delete from installation_facts where fact = 'secret-fingerprint'`,
  )
  folders = await Promise.all([1, 2].map(() => mkdtemp(join(tmpdir(), 'muster-secrets-'))))
})
afterEach(async () => {
  for (const folder of folders) await rm(folder, { recursive: true })
})

const readNodeSecrets = (node: 0 | 1, ownSecret?: string, warn?: (line: string) => void) =>
  readSecrets(db, { DATA_DIR: folders[node] ?? '', AUTH_SECRET: ownSecret }, warn)
const toNodePath = (node: 0 | 1, name: string) => join(folders[node] ?? '', name)
const anchor = { at: '2026-01-01T00:00:00.000Z', events: 3, lastHash: 'a'.repeat(64) }

it('nodes that start at the same time sign with one secret, and their anchors with separate keys', async () => {
  const [firstSecrets, secondSecrets] = await Promise.all([readNodeSecrets(0), readNodeSecrets(1)])
  expect(firstSecrets.secret).toMatch(/^[0-9a-f]{64}$/)
  expect(secondSecrets.secret).toBe(firstSecrets.secret)
  expect(secondSecrets.anchorKey).not.toBe(firstSecrets.anchorKey)
  expect(await readNodeSecrets(0)).toEqual(firstSecrets)
  expect((await stat(toNodePath(0, 'anchor-key'))).mode & 0o777).toBe(0o600)
})

it('the anchor key is nowhere in the database', async () => {
  const { anchorKey, secret } = await readNodeSecrets(0)
  const { rows } = await db.pool.query("select value from installation_secrets where name <> 'vapid'")
  expect(rows).toEqual([{ value: secret }])
  const { rowCount } = await db.pool.query('select from installation_secrets where value like $1', [
    `%${anchorKey}%`,
  ])
  expect(rowCount).toBe(0)
  expect(secret).not.toBe(anchorKey)
})

it('a request cannot read the secrets', async () => {
  await readNodeSecrets(0)
  const { rows } = await db.pool.query(
    `select has_table_privilege('muster_app', 'installation_secrets', 'select, insert, update, delete') as may`,
  )
  expect(rows).toEqual([{ may: false }])
})

it("an earlier version's file moves to the database, and its anchors are valid under the new key only", async () => {
  const formerSecret = 'f'.repeat(64)
  await writeFile(toNodePath(0, 'auth-secret'), `${formerSecret}\n`)
  const path = toAnchorsPath(folders[0] ?? '')
  await appendAnchor(path, signAnchor(anchor, formerSecret))
  await appendAnchor(path, 'torn')
  const { secret, anchorKey } = await readNodeSecrets(0)
  expect(secret).toBe(formerSecret)
  expect((await readNodeSecrets(1)).secret).toBe(formerSecret)
  await expect(stat(toNodePath(0, 'auth-secret'))).rejects.toThrow('ENOENT')
  expect(await readAnchors(path, anchorKey)).toEqual({ anchors: [anchor], foreign: 1 })
  expect(await readAnchors(path, formerSecret)).toEqual({ anchors: [], foreign: 2 })
})

it("AUTH_SECRET overrides the database's secret, and is not stored there", async () => {
  const ownSecret = 'x'.repeat(32)
  expect((await readNodeSecrets(0, ownSecret)).secret).toBe(ownSecret)
  expect((await db.pool.query("select from installation_secrets where name = 'signing'")).rowCount).toBe(0)
  expect((await readNodeSecrets(0)).secret).not.toBe(ownSecret)
})

it('nodes that start at the same time share one push key pair, and subscriptions end with that pair', async () => {
  const [firstSecrets, secondSecrets] = await Promise.all([readNodeSecrets(0), readNodeSecrets(1)])
  expect(secondSecrets.vapidKeys).toEqual(firstSecrets.vapidKeys)
  const { id, sessionId } = await createFactories(db).user()
  await db.pool.query(
    `insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, user_agent)
      values ($1, $2, 'https://push.example/x', 'x', 'x', '')`,
    [id, sessionId],
  )
  const countSubscriptions = async () => (await db.pool.query('select from push_subscriptions')).rowCount
  expect((await readNodeSecrets(0)).vapidKeys).toEqual(firstSecrets.vapidKeys)
  expect(await countSubscriptions()).toBe(1)
  await db.pool.query("delete from installation_secrets where name = 'vapid'")
  expect((await readNodeSecrets(0)).vapidKeys).not.toEqual(firstSecrets.vapidKeys)
  expect(await countSubscriptions()).toBe(0)
})

it('a damaged file is refused, and stays unchanged', async () => {
  await writeFile(toNodePath(0, 'auth-secret'), 'gone')
  await expect(readNodeSecrets(0)).rejects.toThrow('auth-secret is damaged')
  expect(await readFile(toNodePath(0, 'auth-secret'), 'utf8')).toBe('gone')
  await writeFile(toNodePath(1, 'anchor-key'), '')
  await expect(readNodeSecrets(1)).rejects.toThrow('anchor-key is damaged')
})

it('warns once about a changed secret and a lost anchor key, at the start that detects it', async () => {
  const lines: string[] = []
  const start = (secret: string) => readNodeSecrets(0, secret, line => lines.push(line))
  await start('x'.repeat(32))
  await start('x'.repeat(32))
  expect(lines).toEqual([])
  await start('y'.repeat(32))
  await start('y'.repeat(32))
  expect(lines).toEqual([expect.stringMatching(/AUTH_SECRET.* is not the one of the last start/)])
  await appendAnchor(toAnchorsPath(folders[0] ?? ''), signAnchor(anchor, 'y'.repeat(32)))
  await rm(toNodePath(0, 'anchor-key'))
  await start('y'.repeat(32))
  await start('y'.repeat(32))
  expect(lines.slice(1)).toEqual([expect.stringMatching(/anchor-key\) was missing, and a new one was made/)])
})
