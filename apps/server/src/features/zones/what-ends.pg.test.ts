import { expect, it } from 'vitest'
import { createCaller, readCode } from '../../testing/caller.ts'
import type { TestUser, TestZone } from '../../testing/factories.ts'
import { testDatabase } from '../../testing/test-world.ts'
import { createZonesDeps } from './testing/zones-deps.ts'
import { zonesProcedures } from './zones.procedures.ts'

const { db, make } = testDatabase()
const createTestCaller = () => createCaller({ zones: zonesProcedures(createZonesDeps(db)) }, db)

/** Creates a person who has entered two zones. */
async function createEnteredPerson() {
  const [person, firstZone, secondZone] = await Promise.all([
    make.user({ pinHash: '2468' }),
    make.zone(),
    make.zone(),
  ])
  await make.assign(person, firstZone)
  await make.assign(person, secondZone)
  return { person, first: firstZone, second: secondZone }
}
const readZone = (person: TestUser, zone: TestZone) =>
  readCode(createTestCaller()(person).zones.get({ zoneId: zone.id }))
const enterZone = (person: TestUser, zone: TestZone, pin: string) =>
  readCode(createTestCaller()(person).zones.enter({ zoneId: zone.id, pin }))
async function countEvents(topic: string, kind: string): Promise<number> {
  const { rowCount } = await db.pool.query('select from feed_events where topic = $1 and kind = $2', [
    topic,
    kind,
  ])
  return rowCount ?? 0
}

it.each([
  ['a changed PIN', `update entry_pins set pin_hash = '1357' where user_id = $1`],
  ['a PIN taken away', 'delete from entry_pins where user_id = $1'],
])('%s ends entries made with the old PIN, and publishes this', async (_, changePin) => {
  const { person, first, second } = await createEnteredPerson()
  await db.pool.query(changePin, [person.id])
  expect(await readZone(person, first)).toBe('ZONE_ENTRY_REQUIRED')
  expect(await readZone(person, second)).toBe('ZONE_ENTRY_REQUIRED')
  expect(await countEvents(`user:${person.id}`, 'entry.ended')).toBe(2)
})

it('locking a PIN ends earlier entries', async () => {
  const { person, first, second } = await createEnteredPerson()
  for (let attempt = 1; attempt <= 4; attempt++) {
    expect(await enterZone(person, first, '0000')).toBe('INVALID_PIN')
    expect(await readZone(person, second)).toBeUndefined()
  }
  expect(await enterZone(person, first, '0000')).toBe('PIN_LOCKED')
  expect(await readZone(person, second)).toBe('ZONE_ENTRY_REQUIRED')
})

it('malformed input does not count as a PIN attempt', async () => {
  const { person, first } = await createEnteredPerson()
  for (const pin of ['', '123', '12345', '12a4', '１２３４', '123 '])
    expect(await enterZone(person, first, pin)).toBe('PIN_INVALID')
  const { rows } = await db.pool.query(
    'select cardinality(failures) as failures from entry_pins where user_id = $1',
    [person.id],
  )
  expect(rows).toEqual([{ failures: 0 }])
})

it('a suspended zone is hidden from its members until it is active again; internal admins still see it', async () => {
  const { person, first, second } = await createEnteredPerson()
  const admin = await make.user({ role: 'admin' })
  const setStatus = (status: string) =>
    db.pool.query('update zones set status = $2 where id = $1', [first.id, status])
  await setStatus('suspended')
  expect(await readZone(person, first)).toBe('ZONE_NOT_FOUND')
  expect(await readZone(person, second)).toBeUndefined()
  expect(await readZone(admin, first)).toBeUndefined()
  expect(await countEvents(`zone:${first.id}`, 'zone.suspended')).toBe(1)
  expect(await countEvents(`user:${person.id}`, 'zone.changed')).toBe(1)
  await setStatus('active')
  expect(await readZone(person, first)).toBe('ZONE_ENTRY_REQUIRED')
  expect(await enterZone(person, first, '2468')).toBeUndefined()
  expect(await readZone(person, first)).toBeUndefined()
  expect(await countEvents(`user:${person.id}`, 'zone.changed')).toBe(2)
})
