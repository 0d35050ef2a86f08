import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../db/database.ts'
import { createCaller, readCode } from '../../testing/caller.ts'
import { factories, type TestUser, type TestZone } from '../../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { zonesDeps } from './testing/zones-deps.ts'
import { zonesProcedures } from './zones.procedures.ts'

let database: TestDatabase
let db: Database
let make: ReturnType<typeof factories>
const call = () => createCaller({ zones: zonesProcedures(zonesDeps(db)) }, db)

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url)
  make = factories(db)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

/** Creates a person who has entered two zones. */
async function entered() {
  const [person, first, second] = await Promise.all([
    make.user({ pinHash: '2468' }),
    make.zone(),
    make.zone(),
  ])
  await make.assign(person, first)
  await make.assign(person, second)
  return { person, first, second }
}
const look = (person: TestUser, zone: TestZone) => readCode(call()(person).zones.get({ zoneId: zone.id }))
const enter = (person: TestUser, zone: TestZone, pin: string) =>
  readCode(call()(person).zones.enter({ zoneId: zone.id, pin }))
async function eventsOn(topic: string, kind: string): Promise<number> {
  const { rowCount } = await db.pool.query('select from feed_events where topic = $1 and kind = $2', [
    topic,
    kind,
  ])
  return rowCount ?? 0
}

it.each([
  ['a changed PIN', `update entry_pins set pin_hash = '1357' where user_id = $1`],
  ['a PIN taken away', 'delete from entry_pins where user_id = $1'],
])('%s ends entries made with the old PIN, and publishes this', async (_, change) => {
  const { person, first, second } = await entered()
  await db.pool.query(change, [person.id])
  expect(await look(person, first)).toBe('ZONE_ENTRY_REQUIRED')
  expect(await look(person, second)).toBe('ZONE_ENTRY_REQUIRED')
  expect(await eventsOn(`user:${person.id}`, 'entry.ended')).toBe(2)
})

it('locking a PIN ends earlier entries', async () => {
  const { person, first, second } = await entered()
  for (let number = 1; number <= 4; number++) {
    expect(await enter(person, first, '0000')).toBe('INVALID_PIN')
    expect(await look(person, second)).toBeUndefined()
  }
  expect(await enter(person, first, '0000')).toBe('PIN_LOCKED')
  expect(await look(person, second)).toBe('ZONE_ENTRY_REQUIRED')
})

it('malformed input does not count as a PIN attempt', async () => {
  const { person, first } = await entered()
  for (const pin of ['', '123', '12345', '12a4', '１２３４', '123 '])
    expect(await enter(person, first, pin)).toBe('PIN_INVALID')
  const { rows } = await db.pool.query(
    'select cardinality(failures) as failures from entry_pins where user_id = $1',
    [person.id],
  )
  expect(rows).toEqual([{ failures: 0 }])
})

it('a suspended zone is hidden from its members until it is active again; internal admins still see it', async () => {
  const { person, first, second } = await entered()
  const admin = await make.user({ role: 'admin' })
  const set = (status: string) =>
    db.pool.query('update zones set status = $2 where id = $1', [first.id, status])
  await set('suspended')
  expect(await look(person, first)).toBe('ZONE_NOT_FOUND')
  expect(await look(person, second)).toBeUndefined()
  expect(await look(admin, first)).toBeUndefined()
  expect(await eventsOn(`zone:${first.id}`, 'zone.suspended')).toBe(1)
  expect(await eventsOn(`user:${person.id}`, 'zone.changed')).toBe(1)
  await set('active')
  expect(await look(person, first)).toBe('ZONE_ENTRY_REQUIRED')
  expect(await enter(person, first, '2468')).toBeUndefined()
  expect(await look(person, first)).toBeUndefined()
  expect(await eventsOn(`user:${person.id}`, 'zone.changed')).toBe(2)
})
