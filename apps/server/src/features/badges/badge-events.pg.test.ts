import { badgeDayEventsMost, badgeGoneMs, badgeUnseenMs } from '@muster/domain/badge.ts'
import { foldBadgeEvents } from '@muster/domain/testing/fold-badge-events.ts'
import { describe, expect, it } from 'vitest'
import { write } from '../../live/write.ts'
import { readCode } from '../../testing/caller.ts'
import { deleteOldEvents, deleteOldStates } from './badges.queries.ts'
import { storeEvents } from './store-events.ts'
import { gate, hour, minute, prepareBadges, read } from './testing/prepare-badges.ts'

const {
  muster,
  zone,
  manager,
  ann,
  badges,
  createKey,
  inject,
  post,
  send,
  assign,
  listInside,
  countInside,
  putInsideByPhone,
} = prepareBadges()

const day = 24 * hour

const clearBadges = () =>
  muster.db.pool.query(`delete from badge_events; delete from badge_states; delete from badges;`)

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
    expect((await inject({ method: 'POST', url: '/ingest/badges', payload: { events } })).statusCode).toBe(
      401,
    )
    for (const body of [{}, { events: [] }, { events: Array.from({ length: 501 }, () => events[0]) }])
      expect((await post(body)).statusCode).toBe(400)
    const { keys } = await badges().keys({ zoneId: zone.id })
    expect(keys).toEqual([expect.objectContaining({ name: 'Gate 2' })])
    expect(JSON.stringify(keys)).not.toContain(gate.key)
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
