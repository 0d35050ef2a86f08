import { text } from 'node:stream/consumers'
import {
  type BadgeDirection,
  badgeDayEventsMost,
  badgeGoneMs,
  badgeUnseenMs,
  newUnknownBadgesMost,
} from '@muster/domain/badge.ts'
import { foldBadgeEvents } from '@muster/domain/testing/fold-badge-events.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { sendError } from '../../app/http-errors.ts'
import { readCsvFile } from '../../lib/testing/read-csv-file.ts'
import { write } from '../../live/write.ts'
import { readCode } from '../../testing/caller.ts'
import type { TestUser, TestZone } from '../../testing/factories.ts'
import { createTestServices } from '../../testing/test-services.ts'
import { countReach } from '../emergencies/board/messages.queries.ts'
import { completeRolls } from '../emergencies/follow-presence.ts'
import { makeExport } from '../presence/exports/make-export.ts'
import { registerBadgeDoor } from './badge-door.ts'
import { deleteOldEvents, deleteOldStates } from './badges.queries.ts'
import { storeEvents } from './store-events.ts'

let muster: Awaited<ReturnType<typeof createTestServices>>
let app: FastifyInstance
let zone: TestZone
let manager: TestUser
let ann: TestUser
let key: string

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

beforeAll(async () => {
  muster = await createTestServices()
  app = Fastify()
  app.setErrorHandler(sendError)
  const { caches, concurrency } = muster.services
  registerBadgeDoor(app, { db: muster.db, badgeKeys: caches.badgeKeys, concurrency })
  await muster.services.reader.start()
})
afterAll(async () => {
  await app.close()
  await muster.stop()
})
beforeEach(async () => {
  ;[zone, manager, ann] = await Promise.all([
    muster.make.zone(),
    muster.make.user({ firstName: 'Mia' }),
    muster.make.user({ firstName: 'Ann' }),
  ])
  await Promise.all([muster.make.assign(manager, zone, 'zone_manager_rw'), muster.make.assign(ann, zone)])
  key = await createKey()
})

const badges = (who = manager) => muster.call(who).badges
const createKey = async (ofZone = zone, who = manager) =>
  (await badges(who).createKey({ zoneId: ofZone.id, name: 'Gate 2', requestId: crypto.randomUUID() })).key
const post = (payload: object, token = key) =>
  app.inject({
    method: 'POST',
    url: '/ingest/badges',
    payload,
    headers: { authorization: `Bearer ${token}` },
  })
const read = (badge: string, direction: BadgeDirection, agoMs: number, more: object = {}) => ({
  badge,
  direction,
  at: new Date(Date.now() - agoMs).toISOString(),
  reader: 'Gate 2',
  ...more,
})
const send = async (...events: unknown[]) => {
  const response = await post({ events })
  expect([response.statusCode, response.body]).toEqual([200, expect.any(String)])
  return response.json().results as { result: string; known: boolean; code?: string; id: string | null }[]
}
const assign = (
  ...list: { number: string; userId?: string; name?: string; company?: string; phone?: string }[]
) => badges().assign({ zoneId: zone.id, badges: list })
const listInside = async () => (await badges().inside({ zoneId: zone.id })).rows
const countInside = async () => ({
  people: (await muster.call(manager).presence.panel({ zoneId: zone.id })).parts.byBadge,
  alsoByPhone: (await listInside()).filter(it => it.byPhone).length,
})
const putInsideByPhone = (who: TestUser) =>
  muster.db.pool.query(
    `update presence_tracking set is_inside_zone = true, entry_time = now() - interval '2 hours', captured_at = now()
      where user_id = $1 and zone_id = $2`,
    [who.id, zone.id],
  )
const clearBadges = () =>
  muster.db.pool.query(`delete from badge_events; delete from badge_states; delete from badges;`)

it('a key’s request is taken, also in a zone that its maker has left', async () => {
  const other = await muster.make.zone()
  await muster.make.assign(manager, other, 'zone_manager_rw')
  const request = { name: 'Gate 2', requestId: crypto.randomUUID() }
  await badges().createKey({ zoneId: other.id, ...request })
  await muster.db.pool.query('delete from zone_assignments where zone_id = $1', [other.id])
  expect(await readCode(badges().createKey({ zoneId: zone.id, ...request }))).toBe('REQUEST_ID_TAKEN')
})

it('whoever requested a zone assigns its badges while it waits for approval', async () => {
  const client = await muster.make.user()
  await muster.make.assign(client, zone, 'client_admin')
  await muster.db.pool.query(`update zones set status = 'pending' where id = $1`, [zone.id])
  for (const name of ['Cem Kaya', 'Ed Lind'])
    await badges(client).assign({ zoneId: zone.id, badges: [{ number: '1', name }] })
  const { rows } = await badges(client).list({ zoneId: zone.id })
  expect(rows.map(it => [it.number, it.name])).toEqual([['1', 'Ed Lind']])
})

describe('the door for badge readers', () => {
  it('counts members, people without an account, and numbers that nobody knows', async () => {
    await assign(
      { number: '1', userId: ann.id },
      { number: '2', name: 'Cem Kaya', company: 'Lift Ltd', phone: '+49 1' },
    )
    const results = await send(
      read('1', 'in', hour),
      read('2', 'in', minute),
      read(' 47 11 ', 'in', 2 * minute),
    )
    expect(results.map(it => [it.result, it.known])).toEqual([
      ['stored', true],
      ['stored', true],
      ['stored', false],
    ])
    expect((await listInside()).map(it => [it.number, it.name, it.company, it.reader, it.byPhone])).toEqual([
      ['1', 'Ann Test', '', 'Gate 2', false],
      ['4711', null, '', 'Gate 2', false],
      ['2', 'Cem Kaya', 'Lift Ltd', 'Gate 2', false],
    ])
    expect(await countInside()).toEqual({ people: 3, alsoByPhone: 0 })
    await send(read('1', 'out', 0))
    expect((await listInside()).map(it => it.number)).toEqual(['4711', '2'])
  })

  it('counts a member who is inside by phone and by badge, or with two badges, once', async () => {
    await assign({ number: '1', userId: ann.id }, { number: '2', userId: ann.id })
    await send(read('1', 'in', hour), read('2', 'in', minute))
    expect((await listInside()).map(it => it.number)).toEqual(['2'])
    const admin = await muster.make.user({ role: 'admin' })
    const readEverywhere = async () => (await muster.call(admin).presence.insideCounts()).parts
    const before = await readEverywhere()
    await putInsideByPhone(ann)
    expect(await countInside()).toEqual({ people: 0, alsoByPhone: 1 })
    const after = await readEverywhere()
    expect([before.byBadge - after.byBadge, after.byPhone - before.byPhone]).toEqual([1, 1])
  })

  it('answers each event for itself, and repeats change nothing', async () => {
    const event = read('7', 'in', minute, { id: 'a' })
    const results = await send(
      event,
      { ...event, id: 'b' },
      { ...read('8', 'in', minute), id: 'a' },
      { badge: '', direction: 'in', at: event.at, id: 'c' },
      { badge: '9', direction: 'up', at: event.at },
      null,
      read('9', 'in', 91 * day),
      read('9', 'in', -2 * day),
    )
    expect(results.map(it => [it.id, it.result, it.code])).toEqual([
      ['a', 'stored', undefined],
      ['b', 'repeated', undefined],
      ['a', 'repeated', undefined],
      ['c', 'refused', 'EVENT_INVALID'],
      [null, 'refused', 'EVENT_INVALID'],
      [null, 'refused', 'EVENT_INVALID'],
      [null, 'refused', 'EVENT_TOO_OLD'],
      [null, 'refused', 'EVENT_IN_FUTURE'],
    ])
    expect((await send(event))[0]?.result).toBe('repeated')
    expect((await listInside()).map(it => it.number)).toEqual(['7'])
  })

  it('dates an event of a fast clock by its arrival, so that a later out counts', async () => {
    await send(read('7', 'in', -2 * hour))
    expect(Date.parse((await listInside())[0]?.since ?? '')).toBeLessThanOrEqual(Date.now())
    await send(read('7', 'out', -hour))
    expect(await listInside()).toEqual([])
  })

  it('refuses unknown and removed keys, bodies that are no batch, and zones that are not active', async () => {
    const events = [read('7', 'in', minute)]
    expect((await post({ events }, 'guess')).statusCode).toBe(401)
    expect(
      (await app.inject({ method: 'POST', url: '/ingest/badges', payload: { events } })).statusCode,
    ).toBe(401)
    for (const body of [{}, { events: [] }, { events: Array.from({ length: 501 }, () => events[0]) }])
      expect((await post(body)).statusCode).toBe(400)
    const { keys } = await badges().keys({ zoneId: zone.id })
    expect(keys).toEqual([expect.objectContaining({ name: 'Gate 2' })])
    expect(JSON.stringify(keys)).not.toContain(key)
    await badges().removeKey({ zoneId: zone.id, keyId: keys[0]?.id ?? '' })
    expect((await post({ events })).statusCode).toBe(401)
    expect(await listInside()).toEqual([])
    const other = await createKey()
    await muster.db.pool.query(`update zones set status = 'suspended' where id = $1`, [zone.id])
    expect((await post({ events }, other)).json()).toMatchObject({ code: 'ZONE_NOT_ACTIVE' })
  })

  it('a key counts in its own zone only', async () => {
    const other = await muster.make.zone()
    await muster.make.assign(manager, other, 'zone_manager_rw')
    await post({ events: [read('7', 'in', minute)] }, await createKey(other))
    expect(await listInside()).toEqual([])
    expect((await badges().inside({ zoneId: other.id })).rows).toHaveLength(1)
  })

  it('keeps the ids of two keys apart, because two systems may both count 1, 2, 3', async () => {
    const event = read('7', 'in', minute, { id: 'a1' })
    await send(event)
    const response = await post({ events: [read('9', 'in', minute, { id: 'a1' }), event] }, await createKey())
    expect(response.json().results.map((it: { result: string }) => it.result)).toEqual(['stored', 'repeated'])
    expect((await listInside()).map(it => it.number).sort()).toEqual(['7', '9'])
  })

  it('takes no name of a folder for a number, because an address would lead to something else', async () => {
    const results = await send(
      read('..', 'in', minute),
      read('\u2025', 'in', minute),
      read('.', 'in', minute),
    )
    expect(results.map(it => it.code)).toEqual(['EVENT_INVALID', 'EVENT_INVALID', 'EVENT_INVALID'])
    await expect(readCode(assign({ number: ' .. ', name: 'Dot' }))).resolves.toBe('BAD_REQUEST')
    await expect(readCode(badges().unassign({ zoneId: zone.id, number: '..' }))).resolves.toBe('BAD_REQUEST')
  })

  it('slows down a sender that sends too much', async () => {
    const body = { events: Array.from({ length: 500 }, () => null) }
    let status = 200
    // One after the other, because what is sent at the same moment is admitted before any of it is charged.
    for (let batch = 0; batch < 20 && status === 200; batch++) status = (await post(body)).statusCode
    expect(status).toBe(429)
    const other = await createKey()
    expect((await post({ events: [read('7', 'in', minute)] }, other)).statusCode).toBe(200)
  })
})

// `npm run prove -- ways-in` does the same with ten thousand events.
it('2,000 events in wrong order equal the sorted ones, with a few statements for each batch', async () => {
  const random = (max: number) => Math.floor(Math.random() * max)
  const now = Date.now()
  const moments = 400
  const events = Array.from({ length: 2_000 }, (_, index) => ({
    badge: `B${random(60)}`,
    direction: random(2) === 0 ? ('in' as const) : ('out' as const),
    // Few moments, so that equal times are frequent.
    at: new Date(now - hour + random(moments) * 1_000).toISOString(),
    reader: 'Gate 2',
    id: `e${index}`,
  }))
  let statements = 0
  const { asOwner } = muster.db
  const counting: Pick<typeof muster.db, 'asOwner'> = {
    asOwner: (reason, work) =>
      asOwner(reason, tx => {
        const executor = tx.getExecutor()
        const executeQuery = executor.executeQuery.bind(executor)
        executor.executeQuery = (...query) => {
          statements++
          return executeQuery(...query)
        }
        return work(tx)
      }),
  }
  const { rows: senders } = await muster.db.pool.query(
    'select id as "keyId", zone_id as "zoneId" from badge_keys where zone_id = $1',
    [zone.id],
  )
  for (let start = 0; start < events.length; start += 500)
    await storeEvents(counting, { ...senders[0], lastUsedAt: null }, events.slice(start, start + 500))
  expect(statements).toBeGreaterThan(0)
  expect(statements).toBeLessThanOrEqual(4 * 9)

  const expected = [...Map.groupBy(events, it => it.badge)].flatMap(([badge, list]) =>
    foldBadgeEvents(
      list.map(it => ({ direction: it.direction, at: Date.parse(it.at), sentAt: Date.parse(it.at) })),
    ).map(it => [badge, it.cameInAt, it.leftAt, it.end].join()),
  )
  const visits: string[] = []
  let cursor: string | undefined
  do {
    const page = await badges().visits({ zoneId: zone.id, cursor, limit: 200 })
    for (const it of page.rows)
      visits.push(
        [
          it.number,
          it.cameInAt && Date.parse(it.cameInAt),
          it.leftAt && Date.parse(it.leftAt),
          it.end,
        ].join(),
      )
    cursor = page.next ?? undefined
  } while (cursor)
  expect(visits.toSorted()).toEqual(expected.toSorted())
  const open = expected.filter(it => it.endsWith('open'))
  expect(await countInside()).toEqual({ people: open.length, alsoByPhone: 0 })
}, 60_000)

describe('a stay that stays open', () => {
  it('is not seen lately after a while, and over after three days', async () => {
    await send(
      read('1', 'in', badgeUnseenMs - minute),
      read('2', 'in', badgeUnseenMs + minute),
      read('3', 'in', badgeGoneMs + minute),
    )
    expect((await listInside()).map(it => it.number)).toEqual(['2', '1'])
    expect(await countInside()).toEqual({ people: 2, alsoByPhone: 0 })
  })
})

describe('badges', () => {
  it('are listed, searched, assigned and taken back', async () => {
    await assign({ number: '1', userId: ann.id }, { number: '2', name: 'Cem Kaya', company: 'Lift Ltd' })
    await send(read('4711', 'in', minute))
    const list = async (filter: object = {}) =>
      (await badges().list({ zoneId: zone.id, ...filter })).rows.map(it => [it.number, it.name])
    expect(await list()).toEqual([
      ['1', 'Ann Test'],
      ['2', 'Cem Kaya'],
      ['4711', null],
    ])
    expect(await list({ search: 'lift' })).toEqual([['2', 'Cem Kaya']])
    expect(await list({ search: 'ann' })).toEqual([['1', 'Ann Test']])
    expect(await list({ only: 'unknown' })).toEqual([['4711', null]])
    expect(await badges().list({ zoneId: zone.id })).toMatchObject({ total: 3, unknown: 1 })
    expect(await badges().list({ zoneId: zone.id, search: 'lift' })).toMatchObject({ total: 1, unknown: 1 })
    await assign({ number: '4711', userId: ann.id })
    const { rows } = await badges().visits({ zoneId: zone.id })
    expect(rows.map(it => [it.number, it.name, it.end])).toEqual([['4711', 'Ann Test', 'open']])
    await badges().unassign({ zoneId: zone.id, number: '4711' })
    expect(await list({ only: 'unknown' })).toEqual([['4711', null]])
  })

  it('can be assigned however many foreign cards the readers have read', async () => {
    await muster.db.pool.query(
      `insert into badge_states (zone_id, number, direction, at, sent_at)
        select $1, 'F' || n, 'in', now(), now() from generate_series(1, 20001) n`,
      [zone.id],
    )
    expect(await assign({ number: '1', name: 'Cem Kaya' }, { number: 'F1', name: 'Mia Berg' })).toEqual({
      assigned: 2,
    })
    await muster.db.pool.query(
      `insert into badges (zone_id, number, holder) select $1, 'A' || n, 'Kim' from generate_series(1, 19998) n`,
      [zone.id],
    )
    expect(await readCode(assign({ number: '2', name: 'Kim' }))).toBe('BADGES_FULL')
    expect(await assign({ number: '1', name: 'Cem Kaya' })).toEqual({ assigned: 1 })
  })

  it('dismissed as "not a person" are on no list and no roll until they are read again', async () => {
    await assign({ number: '1', name: 'Cem Kaya' })
    await send(read('1', 'in', hour), read('F1', 'in', hour), read('F2', 'in', hour))
    const { emergencyId } = await muster.call(manager).emergencies.declare({
      zoneId: zone.id,
      kind: 'evacuate',
      drill: true,
      requestId: crypto.randomUUID(),
    })
    const countRoll = async () => (await muster.call(manager).emergencies.get({ emergencyId })).people
    const complete = () =>
      completeRolls({ db: muster.db, log: { warn: (facts: object) => expect.fail(JSON.stringify(facts)) } }, [
        zone.id,
      ])
    expect(await countRoll()).toBe(3)
    const dismiss = (who = manager) =>
      badges(who).dismiss({ zoneId: zone.id, numbers: ['F1', 'F2', '1', 'unread'] })
    expect(await readCode(dismiss(ann))).toBe('FORBIDDEN')
    expect([await dismiss(), await dismiss()]).toEqual([{ dismissed: 2 }, { dismissed: 0 }])
    await complete()
    expect(await countRoll()).toBe(1)
    expect((await listInside()).map(it => it.number)).toEqual(['1'])
    expect(await badges().list({ zoneId: zone.id })).toMatchObject({ total: 1, unknown: 0 })
    await send(read('F1', 'in', 0))
    await complete()
    expect(await countRoll()).toBe(2)
    expect((await listInside()).map(it => it.number)).toEqual(['1', 'F1'])
    await assign({ number: 'F2', name: 'Mia Berg' })
    expect((await listInside()).map(it => it.number).sort()).toEqual(['1', 'F1', 'F2'])
  })

  it('are refused for strangers, and keys for those who may not change the zone', async () => {
    const stranger = await muster.make.user()
    const viewer = await muster.make.user()
    await muster.make.assign(viewer, zone, 'zone_manager_ro')
    await expect(readCode(assign({ number: '1', userId: stranger.id }))).resolves.toBe('NOT_ASSIGNED')
    await expect(readCode(badges(viewer).keys({ zoneId: zone.id }))).resolves.toBe('FORBIDDEN')
    await expect(readCode(badges(viewer).inside({ zoneId: zone.id }))).resolves.toBeUndefined()
    await expect(readCode(badges(ann).inside({ zoneId: zone.id }))).resolves.toBe('FORBIDDEN')
    await expect(readCode(badges(stranger).inside({ zoneId: zone.id }))).resolves.toBe('ZONE_NOT_FOUND')
  })

  it('lose the name and all readings when the account is deleted, and whoever carries the badge stays inside', async () => {
    await assign({ number: '1', userId: ann.id })
    await send(read('1', 'in', hour), read('1', 'out', minute), read('1', 'in', 0))
    await muster.db.pool.query('delete from auth.users where id = $1', [ann.id])
    expect((await badges().visits({ zoneId: zone.id })).rows).toEqual([])
    // Whoever has the badge is still inside.
    expect((await listInside()).map(it => [it.number, it.name])).toEqual([['1', null]])
  })

  it('are downloaded as a file with their source', async () => {
    await assign({ number: '2', name: '=Cem', company: 'Lift Ltd' })
    await send(read('2', 'in', hour), read('2', 'out', minute), read('3', 'out', 0))
    const { csv, rows } = await readCsvFile(badges().visitsCsv({ zoneId: zone.id }))
    expect(rows).toBe(2)
    expect(csv).toMatch(/^badge,name,came in,reader in,went out/)
    expect(csv).toContain(`2,'=Cem,`)
    expect(csv).toContain(',badge\r\n')
  })
})

describe('an import', () => {
  const importRows = (rows: object[], isPreview = false) =>
    badges().import({
      zoneId: zone.id,
      isPreview,
      rows: rows as { number: string; name: string }[],
    })
  const listHolders = async () =>
    (await badges().list({ zoneId: zone.id })).rows.map(it => [it.number, it.name, it.userId !== null])

  it('finds members by e-mail, user code or name, and assigns the other rows if some name nobody or several people', async () => {
    const bob = await muster.make.user({ firstName: 'Bob' })
    await muster.make.assign(bob, zone)
    for (let count = 0; count < 2; count++)
      await muster.make.assign(await muster.make.user({ firstName: 'Kim' }), zone)
    const stranger = await muster.make.user({ firstName: 'Sam' })
    const { rows: codes } = await muster.db.pool.query(
      'select id, email, user_code from user_profiles where id = any($1)',
      [[ann.id, bob.id, stranger.id]],
    )
    const find = (who: TestUser) => codes.find(it => it.id === who.id)
    await assign({ number: '2', name: 'Old Holder' })
    const rows = [
      { number: '1', email: find(ann).email.toUpperCase() },
      { number: '2', userCode: find(bob).user_code.toLowerCase() },
      { number: '3', name: 'ANN test' },
      { number: '4', name: 'Kim Test' },
      { number: '5', email: find(stranger).email, name: 'Sam Test' },
      { number: '6', name: 'Kim Test', company: 'Lift Ltd' },
      { number: '7', name: 'Cem Kaya' },
      { number: '8', name: 'First' },
      { number: '8', name: 'Second' },
      { number: '9' },
      { number: '7' },
      { number: '10', email: find(ann).email, userCode: find(bob).user_code },
    ]
    const preview = await importRows(rows, true)
    expect(await listHolders()).toEqual([['2', 'Old Holder', false]])
    expect(preview.assigned).toBe(6)
    expect(preview.rows.map(it => [it.result, it.name, it.changesHolder])).toEqual([
      ['member', 'Ann Test', false],
      ['member', 'Bob Test', true],
      ['member', 'Ann Test', false],
      ['ambiguous', 'Kim Test', false],
      ['unknown', 'Sam Test', false],
      ['other', 'Kim Test', false],
      ['other', 'Cem Kaya', false],
      ['repeated', 'First', false],
      ['other', 'Second', false],
      ['unknown', '', false],
      ['unknown', '', false],
      ['ambiguous', '', false],
    ])
    expect(await importRows(rows)).toEqual(preview)
    expect(await listHolders()).toEqual([
      ['1', 'Ann Test', true],
      ['2', 'Bob Test', true],
      ['3', 'Ann Test', true],
      ['6', 'Kim Test', false],
      ['7', 'Cem Kaya', false],
      ['8', 'Second', false],
    ])
  })

  it('is for those who may change the zone', async () => {
    await expect(
      readCode(badges(ann).import({ zoneId: zone.id, rows: [{ number: '1', name: 'A' }] })),
    ).resolves.toBe('FORBIDDEN')
  })
})

describe('numbers that nobody knows', () => {
  it('are refused one by one beyond a bound in an hour of the key, while known ones always pass', async () => {
    await assign({ number: '1', userId: ann.id })
    await send(read('OLD', 'in', hour))
    await muster.db.pool.query(
      `update badge_keys set unknown_since = now(), unknown_numbers = $2 where zone_id = $1`,
      [zone.id, newUnknownBadgesMost - 1],
    )
    const results = await send(
      read('N1', 'in', 0),
      read('N2', 'in', 0),
      read('1', 'in', 0),
      read('OLD', 'out', 0),
      read('N2', 'out', 0),
    )
    expect(results.map(it => [it.result, it.code])).toEqual([
      ['stored', undefined],
      ['refused', 'TOO_MANY_UNKNOWN'],
      ['stored', undefined],
      ['stored', undefined],
      ['refused', 'TOO_MANY_UNKNOWN'],
    ])
    await muster.db.pool.query(
      `update badge_keys set unknown_since = now() - interval '2 hours' where zone_id = $1`,
      [zone.id],
    )
    expect((await send(read('N2', 'in', 0))).map(it => it.result)).toEqual(['stored'])
  })
})

describe('a key that sent as many events as it may in a day', () => {
  it('is refused until the day is over, and whoever may remove it is told once', async () => {
    const setDay = (events: number, since: string) =>
      muster.db.pool.query(
        `update badge_keys set events = $2, events_since = now() - $3::interval where zone_id = $1`,
        [zone.id, events, since],
      )
    await setDay(badgeDayEventsMost - 1, '1 hour')
    expect((await send(read('A', 'in', 0), read('B', 'in', 0))).map(it => it.result)).toEqual([
      'stored',
      'stored',
    ])
    expect((await post({ events: [read('C', 'in', 0)] })).statusCode).toBe(429)
    const { keys } = await badges(manager).keys({ zoneId: zone.id })
    expect(Date.parse(keys[0]?.fullUntil ?? '')).toBeGreaterThan(Date.now() + 22 * hour)
    const { rows } = await muster.call(manager).alerts.list({})
    expect(rows.filter(it => it.title.includes('sends no more today'))).toHaveLength(1)
    await setDay(badgeDayEventsMost, '25 hours')
    expect((await send(read('C', 'in', 0))).map(it => it.result)).toEqual(['stored'])
  })
})

describe('a visitor who carries a badge', () => {
  const addVisitor = (badge: string) =>
    muster.call(manager).visitors.add({
      ...{ zoneId: zone.id, name: 'Vera Visitor', hostId: null, badge },
      requestId: crypto.randomUUID(),
    })

  it('is one person inside and on the roll, and nobody is left once signed out', async () => {
    await send(read('V7', 'in', minute), read('3', 'in', minute))
    const { visitId } = await addVisitor(' v 7 ')
    expect((await listInside()).map(it => it.number)).toEqual(['3'])
    expect(await countInside()).toMatchObject({ people: 1 })
    const declared = await muster.call(manager).emergencies.declare({
      ...{ zoneId: zone.id, kind: 'evacuate', drill: true, requestId: crypto.randomUUID() },
    })
    // The visitor; the other badge follows the call.
    expect(declared.people).toBe(1)
    await send(read('V7', 'out', -1_000))
    await completeRolls(
      { db: muster.db, log: { warn: (facts: object) => expect.fail(JSON.stringify(facts)) } },
      [zone.id],
    )
    const { rows } = await muster.call(manager).emergencies.people({ emergencyId: declared.emergencyId })
    expect(rows.map(it => [it.name, it.why, it.badgeOut?.reader])).toEqual([
      ['Vera Visitor', 'visitor', 'Gate 2'],
      ['Badge 3 (unknown)', 'badge', undefined],
    ])
    await send(read('V7', 'in', -2_000))
    await muster.call(manager).visitors.signOut({ zoneId: zone.id, visitId, seenBy: 'Gate guard' })
    expect((await listInside()).map(it => it.number)).toEqual(['3'])
    // The badge is given to the next visitor, whom nobody signed in yet.
    await send(read('V7', 'in', -60_000))
    expect((await listInside()).map(it => it.number)).toEqual(['3', 'V7'])
  })

  it('gets the badge later, gives it back, and takes nobody else’s', async () => {
    await assign({ number: '1', userId: ann.id })
    await expect(readCode(addVisitor('1'))).resolves.toBe('VISIT_BADGE_TAKEN')
    await addVisitor('V7')
    await expect(readCode(addVisitor('V7'))).resolves.toBe('VISIT_BADGE_TAKEN')
    const { visitId } = await addVisitor('')
    const setBadge = (badge: string) =>
      muster.call(manager).visitors.setBadge({ zoneId: zone.id, visitId, badge })
    await expect(readCode(setBadge('v7'))).resolves.toBe('VISIT_BADGE_TAKEN')
    await setBadge('V8')
    const listBadges = async () =>
      (await muster.call(manager).visitors.list({ zoneId: zone.id })).rows.map(it => it.badge).toSorted()
    expect(await listBadges()).toEqual(['V7', 'V8'])
    await setBadge('')
    expect(await listBadges()).toEqual(['', 'V7'])
    await muster.call(manager).visitors.signOut({ zoneId: zone.id, visitId })
    await expect(readCode(setBadge('V9'))).resolves.toBe('VISIT_NOT_FOUND')
  })

  it('gets no badge of somebody who is inside by it, but one that is assigned and lies at the desk', async () => {
    await assign({ number: '7001', name: 'Paul Plumber' }, { number: 'V7', name: 'Visitor 7' })
    await send(read('7001', 'in', minute))
    await expect(readCode(addVisitor('7001'))).resolves.toBe('VISIT_BADGE_TAKEN')
    const { visitId } = await addVisitor('V7')
    await send(read('V7', 'in', 0))
    const setBadge = (badge: string) =>
      muster.call(manager).visitors.setBadge({ zoneId: zone.id, visitId, badge })
    await expect(readCode(setBadge('7001'))).resolves.toBe('VISIT_BADGE_TAKEN')
    await setBadge('V7')
    expect((await listInside()).map(it => it.name)).toEqual(['Paul Plumber'])
    // Handed back and not read out.
    await muster.call(manager).visitors.signOut({ zoneId: zone.id, visitId })
    await addVisitor('V7')
  })

  it('is noted on the roll as gone by badge before the call, and listed once among those who left', async () => {
    await addVisitor('V7')
    const { visitId } = await addVisitor('V8')
    await muster.db.pool.query(
      `update visitor_visits set signed_in_at = now() - interval '30 minutes' where zone_id = $1`,
      [zone.id],
    )
    await muster.call(manager).visitors.signOut({ zoneId: zone.id, visitId })
    await send(read('V7', 'out', 15 * minute), read('V8', 'out', minute), read('9', 'out', minute))
    const { emergencyId } = await muster.call(manager).emergencies.declare({
      ...{ zoneId: zone.id, kind: 'evacuate', drill: true, requestId: crypto.randomUUID() },
    })
    await completeRolls(
      { db: muster.db, log: { warn: (facts: object) => expect.fail(JSON.stringify(facts)) } },
      [zone.id],
    )
    const { rows } = await muster.call(manager).emergencies.people({ emergencyId })
    expect(rows.map(it => [it.name, it.state, it.badgeOut?.reader])).toEqual([
      ['Vera Visitor', 'missing', 'Gate 2'],
    ])
    const { rows: leavers } = await muster.call(manager).emergencies.leftBefore({ emergencyId })
    expect(leavers.map(it => it.badge ?? it.name).toSorted()).toEqual(['9', 'Vera Visitor'])
  })

  it('takes the badge along on the roll, whose way out is then noted about whoever carries it', async () => {
    await addVisitor('V7')
    const { visitId } = await muster.call(manager).visitors.add({
      ...{ zoneId: zone.id, name: 'Bea Visitor', hostId: null, badge: '', requestId: crypto.randomUUID() },
    })
    const { emergencyId } = await muster.call(manager).emergencies.declare({
      ...{ zoneId: zone.id, kind: 'evacuate', drill: true, requestId: crypto.randomUUID() },
    })
    const complete = () =>
      completeRolls({ db: muster.db, log: { warn: (facts: object) => expect.fail(JSON.stringify(facts)) } }, [
        zone.id,
      ])
    const listOut = async () =>
      (await muster.call(manager).emergencies.people({ emergencyId })).rows
        .filter(it => it.badgeOut)
        .map(it => it.name)
    const setBadge = (badge: string) =>
      muster.call(manager).visitors.setBadge({ zoneId: zone.id, visitId, badge })
    await setBadge('V8')
    await send(read('V8', 'out', -1_000))
    await complete()
    expect(await listOut()).toEqual(['Bea Visitor'])
    await setBadge('')
    expect(await listOut()).toEqual([])
    const { rows } = await muster.call(manager).visitors.list({ zoneId: zone.id })
    const first = rows.find(it => it.name === 'Vera Visitor')
    await muster.call(manager).visitors.signOut({
      ...{ zoneId: zone.id, visitId: first?.id ?? '', seenBy: 'Gate guard' },
    })
    await setBadge('V7')
    await send(read('V7', 'out', -2_000))
    await complete()
    expect(await listOut()).toEqual(['Bea Visitor'])
  })

  it('keeps the badge from being assigned to a member, who would be inside by it', async () => {
    await send(read('V7', 'in', minute))
    await addVisitor('V7')
    await expect(readCode(assign({ number: 'V7', userId: ann.id }))).resolves.toBe('VISIT_BADGE_TAKEN')
    const { rows } = await badges().import({ zoneId: zone.id, rows: [{ number: 'V7', name: 'Ann Test' }] })
    expect(rows.map(it => it.result)).toEqual(['carried'])
    expect(await listInside()).toEqual([])
    expect(await assign({ number: 'V7', name: 'Visitor 7' })).toEqual({ assigned: 1 })
  })

  it('changes no count when the badge is named during an emergency', async () => {
    await send(read('V7', 'in', minute))
    const { visitId } = await addVisitor('')
    const { emergencyId } = await muster.call(manager).emergencies.declare({
      ...{ zoneId: zone.id, kind: 'evacuate', drill: true, requestId: crypto.randomUUID() },
    })
    await muster.call(manager).visitors.setBadge({ zoneId: zone.id, visitId, badge: 'V7' })
    await completeRolls(
      { db: muster.db, log: { warn: (facts: object) => expect.fail(JSON.stringify(facts)) } },
      [zone.id],
    )
    const { rows } = await muster.call(manager).emergencies.people({ emergencyId })
    expect(rows.length).toBe(2)
  })
})

it('people inside by badge are on the roll that is printed or downloaded, with their reader', async () => {
  await assign({ number: '2', name: 'Cem Kaya', company: 'Lift Ltd', phone: '+49 1' })
  await send(read('2', 'in', hour), read('4711', 'in', 20 * hour))
  const { services, db } = muster
  const session = await services.sessions.resolve(manager.token)
  if (!session) throw new Error('The manager is not signed in')
  const { content, rows } = await makeExport({ db, retentionDays: 90, timeZone: 'UTC' }, session, {
    zoneId: zone.id,
    kind: 'inside',
    format: 'csv',
  })
  const lines = (await text(content)).split('\r\n')
  expect(lines[1]).toMatch(/^1,Badge 4711 \(unknown\),,4711,,[^,]+Z,not seen,,badge: Gate 2,/)
  expect(lines[2]).toMatch(/^2,Cem Kaya \(Lift Ltd\),,2,'\+49 1,[^,]+Z,inside,,badge: Gate 2,/)
  expect(rows).toBe(2)
})

describe('an emergency', () => {
  const declare = () =>
    muster.call(manager).emergencies.declare({
      zoneId: zone.id,
      kind: 'evacuate',
      drill: true,
      requestId: crypto.randomUUID(),
    })
  const listRoll = async (emergencyId: string) =>
    (await muster.call(manager).emergencies.people({ emergencyId })).rows
  const complete = () =>
    completeRolls({ db: muster.db, log: { warn: (facts: object) => expect.fail(JSON.stringify(facts)) } }, [
      zone.id,
    ])

  it('calls everybody who is inside by badge, each once', async () => {
    const bob = await muster.make.user({ firstName: 'Bob' })
    await muster.make.assign(bob, zone)
    await assign(
      { number: '1', userId: ann.id },
      { number: '2', name: 'Cem Kaya', company: 'Lift Ltd', phone: '+49 1' },
      { number: '5', userId: bob.id },
    )
    await putInsideByPhone(bob)
    await send(
      read('1', 'in', hour),
      read('2', 'in', hour),
      read('3', 'in', 20 * hour),
      read('5', 'in', hour),
    )
    const preview = await muster.call(manager).emergencies.preview({ zoneId: zone.id, kind: 'evacuate' })
    expect(preview.reasons).toContainEqual({ why: 'badge', people: 3 })
    const { emergencyId, people } = await declare()
    // Those who are inside only by badge follow the call, which does not wait for them.
    expect([people, preview.people]).toEqual([1, 4])
    const rows = (await listRoll(emergencyId)).map(it => [it.name, it.why, it.phone, it.userId !== null])
    expect(rows).toEqual([
      ['Cem Kaya (Lift Ltd)', 'badge', '+49 1', false],
      ['Ann Test', 'badge', '+911155500100', true],
      ['Bob Test', 'inside', '+911155500100', true],
      ['Badge 3 (unknown)', 'badge', '', false],
    ])
    expect((await muster.call(ann).emergencies.mine()).emergencies).toHaveLength(1)
    const { rows: stored } = await muster.db.pool.query(
      `select name, sort_name from emergency_people where emergency_id = $1 and badge = '3'`,
      [emergencyId],
    )
    expect(stored).toEqual([{ name: '3', sort_name: '3' }])
    await muster.db.pool.query(`update user_profiles set language = 'hi' where id = $1`, [manager.id])
    await muster.call(manager).emergencies.allClear({ emergencyId })
    const { csv } = await readCsvFile(muster.call(manager).emergencyReports.exportCsv({ emergencyId }))
    expect(csv).not.toContain('unknown')
    expect(csv).toMatch(/^[^,]*3[^,]*,/m)
  })

  it('calls members inside who are inside by badge and called wherever they are', async () => {
    await assign({ number: '1', userId: ann.id })
    await send(read('1', 'in', hour))
    const { emergencyId } = await muster.call(manager).emergencies.declare({
      zoneId: zone.id,
      kind: 'keep_away',
      drill: true,
      requestId: crypto.randomUUID(),
    })
    expect((await listRoll(emergencyId)).map(it => [it.name, it.why])).toEqual([
      ['Ann Test', 'badge'],
      ['Mia Test', 'off_site'],
    ])
  })

  it('leaves what the phone of somebody off site last said as it is when their badge is inside', async () => {
    await assign({ number: '1', userId: ann.id })
    await muster.db.pool.query(
      `update presence_tracking set captured_at = now(), accuracy_meters = 7, latitude = 1, longitude = 2, consent = 'given'
        where user_id = $1 and zone_id = $2`,
      [ann.id, zone.id],
    )
    await send(read('1', 'in', hour))
    const { emergencyId } = await muster.call(manager).emergencies.declare({
      ...{ zoneId: zone.id, kind: 'keep_away' as const, drill: true, requestId: crypto.randomUUID() },
    })
    const { rows } = await muster.db.pool.query(
      `select why, accuracy_meters, seen_at > now() - interval '5 minutes' as recent from emergency_people
        where emergency_id = $1 and user_id = $2`,
      [emergencyId, ann.id],
    )
    expect(rows).toEqual([{ why: 'badge', accuracy_meters: 7, recent: true }])
  })

  const completeAll = () =>
    completeRolls({ db: muster.db, log: { warn: (facts: object) => expect.fail(JSON.stringify(facts)) } })

  it('lists a bounded number of unknown badges, after everybody who is known, and counts the others', async () => {
    await assign({ number: '1', userId: ann.id }, { number: '2', name: 'Cem Kaya' })
    await muster.db.pool.query(
      `with numbers as (select 'X' || n as number, date_trunc('milliseconds', now()) as at from generate_series(1, 1200) n),
        events as (insert into badge_events (zone_id, number, direction, at, sent_at) select $1, number, 'in', at, at from numbers)
        insert into badge_states (zone_id, number, direction, at, sent_at) select $1, number, 'in', at, at from numbers`,
      [zone.id],
    )
    await send(read('1', 'in', minute), read('2', 'in', minute))
    const preview = await muster.call(manager).emergencies.preview({ zoneId: zone.id, kind: 'evacuate' })
    expect(preview).toMatchObject({ people: 302, unlistedBadges: 900 })
    const { emergencyId } = await declare()
    const readCounts = async () => {
      const { people, unlistedBadges } = await muster.call(manager).emergencies.get({ emergencyId })
      return [people, unlistedBadges]
    }
    await vi.waitFor(async () => expect(await readCounts()).toEqual([302, 900]), { timeout: 5_000 })
    // Dismissed numbers make room for others, which the job of every minute adds.
    await badges().dismiss({ zoneId: zone.id, numbers: ['X1', 'X10'] })
    await send(read('X999', 'out', 0))
    await complete()
    // The follower of this server may add them at the same time.
    expect([
      [300, 899],
      [302, 899],
      [302, 897],
    ]).toContainEqual(await readCounts())
    await completeAll()
    await vi.waitFor(async () => expect(await readCounts()).toEqual([302, 897]), { timeout: 5_000 })
  })

  it('gets the people by badge later if the process ended right after the call', async () => {
    await assign({ number: '1', userId: ann.id })
    await send(read('1', 'in', hour), read('3', 'in', hour))
    const { emergencyId } = await declare()
    await muster.db.pool.query(
      `with gone as (delete from emergency_people where emergency_id = $1)
        update emergencies set badges_added_at = null where id = $1`,
      [emergencyId],
    )
    await complete()
    expect((await listRoll(emergencyId)).map(it => it.name)).toEqual(['Ann Test', 'Badge 3 (unknown)'])
  })

  it('adds newcomers, and notes who left through a gate without counting them as safe', async () => {
    await send(read('3', 'in', hour))
    const { emergencyId } = await declare()
    await assign({ number: '1', userId: ann.id })
    await send(read('1', 'in', 0))
    await complete()
    await complete()
    expect((await listRoll(emergencyId)).map(it => [it.name, it.why])).toEqual([
      ['Ann Test', 'badge'],
      ['Badge 3 (unknown)', 'badge'],
    ])
    expect((await muster.call(ann).alerts.list({})).rows.length).toBeGreaterThan(0)
    await send(read('3', 'out', -1_000), read('1', 'out', -1_000))
    await complete()
    const roll = await listRoll(emergencyId)
    expect(roll.map(it => [it.state, it.badgeOut?.reader])).toEqual([
      ['missing', 'Gate 2'],
      ['missing', 'Gate 2'],
    ])
    await send(read('3', 'in', -2_000))
    await complete()
    expect((await listRoll(emergencyId)).map(it => it.badgeOut?.reader)).toEqual(['Gate 2', undefined])
    // The name of somebody without an account stays on the roll after the all clear.
    await muster.call(manager).emergencies.allClear({ emergencyId })
    expect((await listRoll(emergencyId)).map(it => it.name)).toEqual(['Ann Test', 'Badge 3 (unknown)'])
  })

  it('is searched by the name that an unknown badge has on screen, and messages go to what is found', async () => {
    await send(read('17', 'in', hour), read('18', 'in', hour))
    const { emergencyId } = await declare()
    const search = 'badge 17'
    const { rows } = await muster.call(manager).emergencies.people({ emergencyId, search })
    expect(rows.map(it => it.name)).toEqual(['Badge 17 (unknown)'])
    const target = { emergencyId, state: 'missing' as const, search }
    const reach = await muster.db.asOwner('test', tx => countReach(tx, target, manager.id))
    expect(reach.withoutAccount).toEqual([{ why: 'badge', people: 1 }])
  })

  it('adds nobody when a badge gets another owner, or none, during the emergency', async () => {
    await assign({ number: '1', userId: ann.id })
    await send(read('1', 'in', hour), read('3', 'in', hour))
    const { emergencyId } = await declare()
    const bob = await muster.make.user({ firstName: 'Bob' })
    await muster.make.assign(bob, zone)
    await assign({ number: '1', userId: bob.id }, { number: '3', userId: manager.id })
    await complete()
    const names = async () => (await listRoll(emergencyId)).map(it => it.name)
    expect(await names()).toEqual(['Ann Test', 'Badge 3 (unknown)'])
    await badges().unassign({ zoneId: zone.id, number: '1' })
    await complete()
    expect(await names()).toEqual(['Ann Test', 'Badge 3 (unknown)'])
  })

  it('takes a badge that goes out at another site for no sign that somebody left this one', async () => {
    const depot = await muster.make.zone()
    await muster.make.assign(manager, depot, 'zone_manager_rw')
    await muster.make.assign(ann, depot)
    await assign({ number: '1', userId: ann.id })
    await badges().assign({ zoneId: depot.id, badges: [{ number: '9', userId: ann.id }] })
    await send(read('1', 'in', hour))
    const { emergencyId } = await declare()
    const depotKey = await createKey(depot)
    await post({ events: [read('9', 'out', -1_000)] }, depotKey)
    await complete()
    expect((await listRoll(emergencyId)).map(it => [it.name, it.badgeOut])).toEqual([['Ann Test', undefined]])
  })

  it('calls people who do not count, and leaves them out of the number', async () => {
    await assign({ number: '1', userId: ann.id })
    await send(read('1', 'in', hour), read('3', 'in', hour))
    await muster.call(manager).zoneUncounted.set({
      zoneId: zone.id,
      people: [{ userId: ann.id, reason: 'At the gate' }],
      expectedIds: [],
    })
    const preview = await muster.call(manager).emergencies.preview({ zoneId: zone.id, kind: 'evacuate' })
    expect(preview).toMatchObject({ people: 1, uncounted: 1 })
    const { emergencyId } = await declare()
    expect((await muster.call(manager).emergencies.get({ emergencyId })).people).toBe(1)
    expect((await listRoll(emergencyId)).map(it => it.name)).toEqual(['Badge 3 (unknown)'])
    expect((await muster.call(ann).emergencies.mine()).emergencies).toHaveLength(1)
  })
})

describe('after a time', () => {
  const expire = async () => {
    for (const statement of [deleteOldEvents, deleteOldStates])
      await muster.db.asOwner('test', tx => statement(1_000).execute(tx))
  }
  const age = (days: number) =>
    muster.db.pool.query(
      `update badge_events set at = at - $1 * interval '1 day', sent_at = sent_at - $1 * interval '1 day';
       update badge_states set at = at - $1 * interval '1 day', sent_at = sent_at - $1 * interval '1 day'`.replaceAll(
        '$1',
        String(days),
      ),
    )
  const countRows = async () => {
    const { rows } = await muster.db.pool.query(
      `select (select count(*) from badge_events where zone_id = $1) as events,
        (select count(*) from badge_states where zone_id = $1) as states`,
      [zone.id],
    )
    return [rows[0].events, rows[0].states]
  }

  it.each([
    [1, undefined, 2, 1],
    [31, undefined, 2, 1],
    [200, undefined, 0, 0],
    [31, 30, 0, 0],
    [200, 3_650, 2, 1],
  ])(
    'of %i days, events of a zone that keeps them for %s days: %i are left',
    async (days, keeps, events, states) => {
      await clearBadges()
      if (keeps) await badges().setDays({ zoneId: zone.id, days: keeps })
      await send(read('1', 'in', hour), read('1', 'out', minute))
      await age(days)
      await expire()
      expect(await countRows()).toEqual([events, states])
    },
  )

  it('somebody who is still inside stays listed, even in a zone that keeps events for a day', async () => {
    await clearBadges()
    await badges().setDays({ zoneId: zone.id, days: 1 })
    await send(read('1', 'in', hour))
    await age(2)
    await expire()
    expect(await countRows()).toEqual([0, 1])
    expect(await countInside()).toEqual({ people: 1, alsoByPhone: 0 })
  })

  it('all of it is deleted with the zone', async () => {
    await assign({ number: '1', userId: ann.id })
    await send(read('1', 'in', hour))
    await muster.db.asOwner('test', tx =>
      write(tx, async () => tx.deleteFrom('zones').where('id', '=', zone.id).execute()),
    )
    const { rows } = await muster.db.pool.query('select count(*) as left from badges where zone_id = $1', [
      zone.id,
    ])
    expect([rows[0].left, ...(await countRows())]).toEqual([0, 0, 0])
    expect((await post({ events: [read('1', 'in', 0)] })).statusCode).toBe(401)
  })
})
