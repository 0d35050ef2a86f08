import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Database, openDatabase } from '../../db/database.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { createLogGuard } from './guard-log.ts'
import { listEvents } from './security-log.queries.ts'
import { insertEvents } from './testing/events.ts'
import { verifyChain } from './verify-chain.ts'

let database: TestDatabase
let db: Database
let dataDir: string
beforeEach(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url)
  dataDir = await mkdtemp(join(tmpdir(), 'muster-guard-'))
})
afterEach(async () => {
  await db.close()
  await database.drop()
  await rm(dataDir, { recursive: true })
})

const startGuard = ({
  anchorUrl,
  ...overrides
}: {
  anchorUrl?: string
  linkMs?: number
  anchorMs?: number
} = {}) =>
  createLogGuard({
    db,
    anchorKey: 'a key of this node',
    env: { DATA_DIR: dataDir, SECURITY_ANCHOR_URL: anchorUrl, SECURITY_LOG_DAYS: 730 },
    log: pino({ level: 'silent' }),
    ...overrides,
  })
const readLines = async () =>
  (await readFile(join(dataDir, 'security-anchors.jsonl'), 'utf8'))
    .trim()
    .split('\n')
    .map(it => JSON.parse(it))

/** Simulates the database owner: alters an event, then rewrites the chain and its head consistently. */
const rewriteLog = (tamperSql: string) =>
  db.pool.query(`
    alter table security_events disable trigger user; alter table security_chain disable trigger user;
    ${tamperSql};
    do $$
    declare
      event security_events;
      n bigint := 0;
      last text := repeat('0', 64);
    begin
      for event in select * from security_events order by number loop
        n := n + 1;
        event.previous_hash := last;
        event.number := n;
        last := security_event_hash(event);
        update security_events set number = n, previous_hash = event.previous_hash, hash = last where id = event.id;
      end loop;
      update security_chain set events = n, last_hash = last;
    end $$`)

describe('a chain fully rewritten with the triggers off', () => {
  it.each([
    ['altered', `update security_events set description = 'nothing happened' where number = 4`, 6, 'altered'],
    ['the first event altered', `update security_events set severity = 'low' where number = 1`, 3, 'altered'],
    ['taken away', `delete from security_events where number = 2`, 3, 'altered'],
    ['cut', `delete from security_events where number > 4`, 6, 'missing'],
  ])('is consistent, but does not match its anchors: %s', async (_, tamperSql, firstBroken, problem) => {
    const { anchor, verify } = startGuard()
    await insertEvents(db, 3)
    await anchor()
    await insertEvents(db, 3)
    await anchor()
    await insertEvents(db, 2)
    expect(await verify()).toMatchObject({ intact: true, events: 8, anchored: 6 })
    await rewriteLog(tamperSql)
    expect(await verifyChain(db)).toMatchObject({ intact: true })
    expect(await verify()).toMatchObject({ intact: false, firstBroken, problem })
  })
})

it('a log whose triggers are still off can be read and verified', async () => {
  const { verify } = startGuard()
  await insertEvents(db, 3)
  await verify()
  await rewriteLog('select')
  await insertEvents(db, 2)
  const storedEvents = await db.asOwner('a test', tx => listEvents(tx, {}, { after: undefined, limit: 10 }))
  expect(storedEvents.length).toBeGreaterThanOrEqual(3)
  expect(await verify()).toMatchObject({ events: 3 })
})

describe('the guard of the log', () => {
  it('links and anchors automatically, and writes an anchor when it stops', async () => {
    const logGuard = startGuard({ linkMs: 20, anchorMs: 30 })
    logGuard.start()
    await insertEvents(db, 2)
    await vi.waitFor(async () => expect(await readLines()).toMatchObject([{ events: 2 }]), {
      timeout: 15_000,
    })
    await insertEvents(db, 1)
    await logGuard.stop()
    expect((await readLines()).at(-1)).toMatchObject({ events: 3 })
  })

  it('does not repeat an anchor while no events are added', async () => {
    const { anchor } = startGuard()
    await insertEvents(db, 1)
    await anchor()
    await anchor()
    expect(await readLines()).toHaveLength(1)
  })

  it('sends anchors to the configured URL, and continues if that fails', async () => {
    const receivedBodies: string[] = []
    const server = createServer(async (request, response) => {
      receivedBodies.push((await request.toArray()).join(''))
      response.writeHead(receivedBodies.length === 1 ? 204 : 500).end()
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const { anchor } = startGuard({ anchorUrl: `http://127.0.0.1:${port}/` })
    try {
      await insertEvents(db, 1)
      await anchor()
      await insertEvents(db, 1)
      await anchor()
    } finally {
      server.closeAllConnections()
      server.close()
    }
    await insertEvents(db, 1)
    await anchor()
    expect((await readLines()).map(it => it.events)).toEqual([1, 2, 3])
    expect(receivedBodies.map(it => JSON.parse(it))).toEqual((await readLines()).slice(0, 2))
  })
})
