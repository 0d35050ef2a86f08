import { feedEvent } from '@muster/contract/feed.ts'
import { limits } from '@muster/domain/limits.ts'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFactories } from '../../testing/factories.ts'
import { testDatabase } from '../../testing/test-world.ts'
import { type CheckWriter, createCheckWriter } from './check-writer/check-writer.ts'
import { countUnseen } from './count-unseen.ts'
import { createPendingCheck } from './testing/checks.ts'

const { db } = testDatabase()
let writer: CheckWriter
let make: ReturnType<typeof createFactories>

beforeAll(async () => {
  writer = createCheckWriter({ db, log: pino({ level: 'silent' }) })
  make = createFactories(db)
})
afterAll(() => writer.stop())

test('people inside but not seen within the freshness limit are counted separately and announced once', async () => {
  const zone = await make.zone()
  const [departedUser, presentUser, leftUser] = [await make.user(), await make.user(), await make.user()]
  for (const user of [departedUser, presentUser, leftUser]) await make.assign(user, zone)
  const longAgo = Date.now() - limits.presenceStaleMs - 60_000
  await writer.write(createPendingCheck(departedUser, zone, longAgo))
  await writer.write(createPendingCheck(leftUser, zone, longAgo, { inside: false }))
  await writer.write(createPendingCheck(presentUser, zone, Date.now() - limits.presenceStaleMs + 60_000))

  const readUnseen = async () => {
    const { rows } = await db.pool.query('select unseen_occupancy as n from zones where id = $1', [zone.id])
    return rows[0]?.n
  }
  const listEvents = async () => {
    const { rows } = await db.pool.query(
      `select kind, payload from feed_events where kind = 'zone.unseen' and topic = $1 order by seq`,
      [`zone:${zone.id}`],
    )
    return rows.map(({ kind, payload }) => feedEvent.parse({ kind, ...payload }))
  }
  expect(await countUnseen(db)).toBe(1)
  expect(await readUnseen()).toBe(1)
  // Without a change there is no second announcement.
  expect(await countUnseen(db)).toBe(0)
  expect(await listEvents()).toEqual([
    { kind: 'zone.unseen', zoneId: zone.id, unseenOccupancy: 1, unseenByBadge: 0 },
  ])

  await writer.write(createPendingCheck(departedUser, zone, Date.now()))
  expect(await countUnseen(db)).toBe(1)
  expect(await readUnseen()).toBe(0)
})
