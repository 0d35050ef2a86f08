import { limits } from '@muster/domain/limits.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { readCode } from '../../testing/caller.ts'
import type { TestUser } from '../../testing/factories.ts'
import { testServices } from '../../testing/test-services.ts'
import { testWorld } from '../../testing/test-world.ts'
import { breakOffDrills, completeRolls } from '../emergencies/follow-presence.ts'
import { clearHostsOfLeavers, clearHostsOnRolls } from '../emergencies/host-names.queries.ts'
import { clearLeavers } from '../emergencies/leavers.queries.ts'
import { endDays } from './sign-out-visitor.ts'

const muster = testServices()
const { zone, manager, host } = testWorld(muster, {
  manager: { firstName: 'Mona', in: 'zone_manager_rw' },
  host: { firstName: 'Anna', in: 'app_user' },
})

beforeEach(() => query('delete from rate_limits'))

const query = async (statement: string, ...values: unknown[]) =>
  (await muster.db.pool.query(statement, values)).rows
const callAs = (user?: TestUser) => muster.call(user).visitors
async function startKiosk(zoneId = zone.id): Promise<string> {
  const { code } = await callAs(manager).openKiosk({ zoneId, name: 'Gate 1' })
  return (await callAs().startKiosk({ code })).token
}
const signIn = async (name: string, more: object = {}) =>
  (
    await callAs(manager).add({
      ...{ zoneId: zone.id, name, company: 'Acme', hostId: null },
      requestId: crypto.randomUUID(),
      ...more,
    })
  ).visitId
const signOut = (visitId: string) => callAs(manager).signOut({ zoneId: zone.id, visitId })
const declare = async (drill = false) =>
  (
    await muster.call(manager).emergencies.declare({
      ...{ zoneId: zone.id, kind: 'evacuate', drill },
      requestId: crypto.randomUUID(),
    })
  ).emergencyId
const allClear = (emergencyId: string) => muster.call(manager).emergencies.allClear({ emergencyId })
const readNames = async (emergencyId: string) =>
  (await muster.call(manager).emergencies.people({ emergencyId })).rows.map(it => it.name)
const listLeavers = async (emergencyId: string) =>
  (await muster.call(manager).emergencies.leftBefore({ emergencyId })).rows
const log = { warn: vi.fn() }

describe('a kiosk in an emergency', () => {
  const readPlace = (token: string, language?: 'ar') =>
    callAs().place({ door: 'kiosk', token, ...(language && { language }) })

  it('says where to go in the language of the page, and for an hour that it is over', async () => {
    const token = await startKiosk()
    expect(await readPlace(token)).toMatchObject({ emergencies: [], allClears: [] })
    await muster.call(manager).emergencies.setPoints({
      zoneId: zone.id,
      points: [{ name: 'North gate', lat: 1, lng: 1, radiusMeters: 30 }],
    })
    const brokenOffId = await declare(true)
    const realId = await declare()
    await breakOffDrills({ db: muster.db, log: { warn: vi.fn() } })
    const drillId = await declare(true)
    await query(`update emergencies set message = 'Go', messages = '{"ar": "اذهب"}' where id = $1`, realId)
    expect((await readPlace(token, 'ar')).emergencies).toMatchObject([
      {
        id: realId,
        drill: false,
        zoneName: zone.name,
        message: 'اذهب',
        points: [{ name: 'North gate', lat: 1, lng: 1 }],
      },
      { id: drillId, drill: true },
    ])
    await allClear(drillId)
    expect((await readPlace(token)).allClears).toEqual([])
    await allClear(realId)
    expect((await readPlace(token)).allClears.map(it => it.id)).not.toContain(brokenOffId)
    expect((await readPlace(token)).allClears).toMatchObject([{ id: realId }, { id: drillId }])
    await query(
      `update emergencies set declared_at = now() - interval '3 hours', all_clear_at = now() - interval '61 minutes' where id = $1`,
      realId,
    )
    expect((await readPlace(token)).allClears).toMatchObject([{ id: drillId }])
  })

  it('signs nobody out, and says nothing about other zones', async () => {
    const token = await startKiosk()
    const visitId = await signIn('Mia Test')
    const other = await muster.make.zone()
    await muster.make.assign(manager, other, 'zone_manager_rw')
    const elsewhere = await startKiosk(other.id)
    const emergencyId = await declare(true)
    expect((await readPlace(elsewhere)).emergencies).toEqual([])
    expect(await readCode(callAs().leave({ token, visitId }))).toBe('SIGN_OUT_IN_EMERGENCY')
    expect(await muster.call(manager).emergencies.people({ emergencyId })).toMatchObject({
      rows: [{ name: 'Mia Test', state: 'missing' }],
    })
    await allClear(emergencyId)
    await callAs().leave({ token, visitId })
  })

  it.each(['keep_away', 'welfare'] as const)(
    'signs out while an emergency asks people to %s, and shows it',
    async kind => {
      const token = await startKiosk()
      const visitId = await signIn('Mia Test')
      await muster.call(manager).emergencies.declare({
        ...{ zoneId: zone.id, kind, drill: false, requestId: crypto.randomUUID() },
      })
      expect((await readPlace(token)).emergencies).toMatchObject([{ kind }])
      await callAs().leave({ token, visitId })
    },
  )
})

it('signing out a missing visitor by hand needs somebody who saw them, whom the record names', async () => {
  const emergencyId = await declare()
  const visitId = await signIn('Mia Test')
  expect(await readCode(signOut(visitId))).toBe('VISITOR_NOT_SEEN')
  const many = { zoneId: zone.id, visitIds: [visitId] }
  expect(await readCode(callAs(manager).signOutMany(many))).toBe('VISITOR_NOT_SEEN')
  expect((await callAs(manager).list({ zoneId: zone.id, state: 'inside' })).rows).toHaveLength(1)
  expect(await callAs(manager).signOutMany({ ...many, seenBy: 'The gate' })).toEqual({ visitors: 1 })
  expect((await muster.call(manager).emergencies.people({ emergencyId })).rows).toMatchObject([
    { name: 'Mia Test', state: 'not_on_site', claims: [{ place: 'The gate' }] },
  ])
})

it('signing in during an emergency adds the visitor at once; others who came in are added by what follows the feed', async () => {
  const emergencyId = await declare()
  await query(
    `insert into visitor_visits (zone_id, request_id, name, name_key, way, signed_in_at) values ($1, uuid_v7(), 'Other Guest', 'x', 'hand', now())`,
    zone.id,
  )
  await signIn('Mia Test')
  expect(await readNames(emergencyId)).toEqual(['Mia Test'])
  await completeRolls({ db: muster.db, log }, [zone.id])
  expect(await readNames(emergencyId)).toEqual(['Other Guest', 'Mia Test'])
})

it('a visitor answers with the words of the plan in the language of the page, and takes a call for help back', async () => {
  const { token } = await callAs(manager).renewPoster({ zoneId: zone.id })
  const { visitToken } = await callAs().signIn({
    ...{
      door: 'poster',
      token,
      name: 'Mia Test',
      hostId: null,
      noticeVersion: 0,
      requestId: crypto.randomUUID(),
    },
  })
  const emergencyId = await declare()
  await query(
    `update emergencies set answers = '{"neutral": [{"text": "On my way", "texts": {"ar": "في الطريق"}}]}' where id = $1`,
    emergencyId,
  )
  const own = { token: visitToken ?? '', emergencyId }
  const say = (answered: {
    state: 'neutral' | 'help' | 'safe' | 'undone'
    choice?: number
    undoes?: string
  }) => callAs().ownAnswer({ requestId: crypto.randomUUID(), ...own, ...answered })
  const readOwn = async () => (await callAs().own({ token: own.token, language: 'ar' })).emergencies[0]
  expect(await readOwn()).toMatchObject({ neutral: ['في الطريق'], answered: false })
  for (const refused of [
    { state: 'neutral' as const },
    { state: 'neutral' as const, choice: 1 },
    { state: 'safe' as const, choice: 0 },
  ])
    expect(await readCode(say(refused))).toBe('ANSWER_UNKNOWN')
  expect(await say({ state: 'neutral', choice: 0 })).toMatchObject({ state: 'missing' })
  expect(await readOwn()).toMatchObject({ state: 'missing', answered: true, answer: { words: 'في الطريق' } })
  const undoes = crypto.randomUUID()
  await callAs().ownAnswer({ ...own, state: 'help', requestId: undoes })
  expect(await readOwn()).toMatchObject({ state: 'help' })
  expect(await say({ state: 'undone', undoes })).toMatchObject({ state: 'missing' })
  expect(await readOwn()).toMatchObject({ state: 'missing', answer: { words: 'في الطريق' } })
})

describe('visitors who left before', () => {
  const moveSignOut = (visitId: string, minutesAgo: number, ended = 'self') =>
    query(
      `update visitor_visits set signed_in_at = now() - interval '20 hours', ended = $3,
        signed_out_at = now() - $2 * interval '1 minute' where id = $1`,
      visitId,
      minutesAgo,
      ended,
    )
  async function leave(name: string, minutesAgo: number, ended = 'self', more: object = {}): Promise<string> {
    const visitId = await signIn(name, more)
    await signOut(visitId)
    await moveSignOut(visitId, minutesAgo, ended)
    return visitId
  }

  it('are listed for an hour, and for twelve if only the end of the day signed them out, until they come back', async () => {
    await leave('Out Lately', 10, 'self', { hostId: host.id })
    await leave('Out Long', limits.leftBeforeMs / 60_000 + 5)
    await leave('Night Guest', 120, 'end_of_day')
    await leave('Old Guest', limits.dayEndBeforeMs / 60_000 + 5, 'end_of_day')
    const emergencyId = await declare()
    expect((await listLeavers(emergencyId)).map(it => [it.name, it.leftBy, it.note])).toEqual([
      ['Out Lately', 'sign_out', 'Acme · Anna Test'],
      ['Night Guest', 'day_end', 'Acme'],
    ])
    expect(await readNames(emergencyId)).toEqual([])
    await signIn('Night Guest')
    expect((await listLeavers(emergencyId)).map(it => it.name)).toEqual(['Out Lately'])
  })

  it('lose their name with the visit and that of the host with the account, on the roll too', async () => {
    await signIn('Guest Inside', { hostId: host.id })
    const visitId = await leave('Out Lately', 10, 'self', { hostId: host.id })
    const emergencyId = await declare()
    const clear = () =>
      muster.db.asOwner('a test', async tx => {
        for (const job of [clearLeavers, clearHostsOfLeavers, clearHostsOnRolls]) await job(100).execute(tx)
      })
    const readNotes = async () => [
      (await listLeavers(emergencyId))[0]?.note,
      (await muster.call(manager).emergencies.people({ emergencyId })).rows[0]?.note,
    ]
    await query('delete from auth.users where id = $1', host.id)
    await clear()
    expect(await readNotes()).toEqual(['Acme · Anna Test', 'Acme · Anna Test'])
    await allClear(emergencyId)
    await clear()
    expect(await readNotes()).toEqual(['Acme', 'Acme'])
    expect((await listLeavers(emergencyId))[0]?.name).toBe('Out Lately')
    await query('delete from visitor_visits where id = $1', visitId)
    await clear()
    expect(await listLeavers(emergencyId)).toMatchObject([{ name: 'Unnamed member', note: '' }])
  })
})

describe('badges that went out before', () => {
  const read = (number: string, minutesAgo: number, direction = 'out') =>
    query(
      `insert into badge_states (zone_id, number, direction, at, sent_at, reader)
        values ($1, $2, $4, now() - $3 * interval '1 minute', now() - $3 * interval '1 minute', 'Gate 2')`,
      zone.id,
      number,
      minutesAgo,
      direction,
    )
  const assign = (number: string, { userId = null as string | null, holder = '' }) =>
    query(
      'insert into badges (zone_id, number, user_id, holder) values ($1, $2, $3, $4)',
      zone.id,
      number,
      userId,
      holder,
    )

  it('stand there with their reader: members, holders without an account and unknown numbers', async () => {
    await assign('1', { userId: host.id })
    await assign('2', { holder: 'Paul Plumber' })
    for (const [number, minutesAgo] of [
      ['1', 10],
      ['2', 20],
      ['3', 30],
      ['4', 70],
    ] as const)
      await read(number, minutesAgo)
    await read('5', 10, 'in')
    const emergencyId = await declare()
    expect((await listLeavers(emergencyId)).map(it => [it.name, it.badge, it.leftBy, it.note])).toEqual([
      ['Anna Test', null, 'badge', 'Gate 2'],
      ['Paul Plumber', '2', 'badge', 'Gate 2'],
      ['', '3', 'badge', 'Gate 2'],
    ])
  })

  it('lose the name of a holder once the badge is gone, and only after the all clear', async () => {
    await assign('2', { holder: 'Paul Plumber' })
    await read('2', 20)
    const emergencyId = await declare()
    const clear = () => muster.db.asOwner('a test', tx => clearLeavers(100).execute(tx))
    await query('delete from badges where zone_id = $1', zone.id)
    await clear()
    expect(await listLeavers(emergencyId)).toMatchObject([{ name: 'Paul Plumber' }])
    await allClear(emergencyId)
    await clear()
    expect(await listLeavers(emergencyId)).toMatchObject([{ name: '', badge: '2' }])
  })
})

it('the day of the other zones ends although that of one cannot be ended', async () => {
  const other = await muster.make.zone()
  await muster.make.assign(manager, other, 'zone_manager_rw')
  const visitIds = [await signIn('Mia Test'), await signIn('Sam Test', { zoneId: other.id })]
  await query(
    `update visitor_visits set signed_in_at = now() - interval '3 days' where id = any($1::uuid[])`,
    visitIds,
  )
  const [client] = await query(
    `insert into clients (name, time_zone) values ('Nowhere', 'Nowhere/Nothing') returning id`,
  )
  await query('update zones set client_id = $2 where id = $1', zone.id, client?.id)
  await endDays({ db: muster.db, env: { TIME_ZONE: 'UTC' }, log }, new AbortController().signal)
  const rows = await query('select id, ended from visitor_visits where id = any($1::uuid[])', visitIds)
  expect(new Map(rows.map(it => [it.id, it.ended]))).toEqual(
    new Map([
      [visitIds[0], null],
      [visitIds[1], 'end_of_day'],
    ]),
  )
  expect(log.warn).toHaveBeenCalledOnce()
})

it('counts the visitors of all zones for those who see all zones', async () => {
  const admin = await muster.make.user({ role: 'admin' })
  await query('delete from visitor_visits')
  const countVisitors = async () => (await muster.call(admin).presence.insideCounts()).parts.visitors
  expect(await countVisitors()).toBe(0)
  await signIn('Mia Test')
  await signOut(await signIn('Sam Test'))
  await signIn('Else')
  expect(await countVisitors()).toBe(2)
})

describe('undoing a sign-out', () => {
  type SignOut = Awaited<ReturnType<typeof signOut>>
  const undo = ({ visitId, signedOutAt }: SignOut, who = manager, zoneId = zone.id) =>
    callAs(who).undoSignOut({ zoneId, visitId, signedOutAt: signedOutAt ?? '' })
  const readVisit = async (visitId: string) =>
    (
      await query(
        'select signed_in_at, signed_out_at, ended, ended_by, badge from visitor_visits where id = $1',
        visitId,
      )
    )[0]
  const signOutSeen = (visitId: string) =>
    callAs(manager).signOut({ zoneId: zone.id, visitId, seenBy: 'The gate' })
  const readRoll = async (emergencyId: string) =>
    (await muster.call(manager).emergencies.people({ emergencyId })).rows
  const readEvents = async () =>
    (
      await query(
        `select distinct payload ->> 'change' as change from feed_events where kind = 'visitors.changed' and payload ->> 'zoneId' = $1`,
        zone.id,
      )
    ).map(it => it.change)

  it('leaves the visit as it was, once', async () => {
    const visitId = await signIn('Mia Test', { badge: 'V1' })
    const before = await readVisit(visitId)
    const signedOut = await signOut(visitId)
    expect((await signOut(visitId)).signedOutAt).toBeNull()
    expect((await readEvents()).toSorted()).toEqual(['signed_in', 'signed_out'])
    expect(await undo(signedOut)).toEqual({ visitId })
    expect(await readVisit(visitId)).toEqual(before)
    await undo(signedOut)
    expect(await readVisit(visitId)).toEqual(before)
    const again = await signOut(visitId)
    expect(await readCode(undo(signedOut))).toBe('SIGN_OUT_NOT_UNDOABLE')
    await undo(again)
    expect((await callAs(manager).list({ zoneId: zone.id, state: 'inside' })).rows).toMatchObject([
      { id: visitId, signedOutAt: null, badge: 'V1' },
    ])
  })

  it('is for the host and for those who receive visitors, in that zone', async () => {
    const signedOut = await signOut(await signIn('Mia Test', { hostId: host.id }))
    const other = await muster.make.zone()
    const [member, stranger] = [await muster.make.user(), await muster.make.user()]
    await muster.make.assign(member, zone)
    await muster.make.assign(stranger, other, 'zone_manager_rw')
    expect(await readCode(undo(signedOut, member))).toBe('VISIT_NOT_FOUND')
    expect(await readCode(undo(signedOut, stranger))).toBe('ZONE_NOT_FOUND')
    expect(await readCode(undo(signedOut, stranger, other.id))).toBe('VISIT_NOT_FOUND')
    expect(await readVisit(signedOut.visitId)).toMatchObject({ ended: 'manager' })
    await undo(signedOut, host)
    expect(await readVisit(signedOut.visitId)).toMatchObject({ ended: null })
  })

  it.each([
    ['five minutes later', `signed_out_at = signed_out_at - interval '5 minutes 1 second'`],
    ['after the day of the visit', `signed_in_at = now() - interval '3 days'`],
    ['of a visitor who signed themselves out', `ended = 'self', ended_by = null`],
    ['of a visit that the end of the day ended', `ended = 'end_of_day', ended_by = null`],
  ])('is refused %s', async (_, change) => {
    const { visitId } = await signOut(await signIn('Mia Test'))
    if (change.includes('5 minutes'))
      await query(`update visitor_visits set signed_in_at = now() - interval '1 hour' where id = $1`, visitId)
    const [row] = await query(
      `update visitor_visits set ${change} where id = $1 returning signed_out_at`,
      visitId,
    )
    const signedOutAt = row?.signed_out_at.toISOString()
    expect(await readCode(undo({ visitId, signedOutAt }))).toBe('SIGN_OUT_NOT_UNDOABLE')
  })

  it('is refused once somebody else has the badge, or the visit is deleted', async () => {
    const signedOut = await signOut(await signIn('Mia Test', { badge: 'V1' }))
    const next = await signIn('Next Guest', { badge: 'V1' })
    expect(await readCode(undo(signedOut))).toBe('VISIT_BADGE_TAKEN')
    expect(await readVisit(signedOut.visitId)).toMatchObject({ ended: 'manager' })
    await signOut(next)
    await undo(signedOut)
    await query('delete from visitor_visits where id = $1', signedOut.visitId)
    expect(await readCode(undo(signedOut))).toBe('VISIT_NOT_FOUND')
  })

  it.each([
    ['missing', []],
    ['safe', ['safe']],
    ['help', ['safe', 'help']],
  ] as const)('restores who was %s on the roll of an open emergency', async (state, marks) => {
    const visitId = await signIn('Mia Test', { badge: 'V1' })
    const emergencyId = await declare()
    const [person] = await readRoll(emergencyId)
    for (const mark of marks)
      await muster.call(manager).emergencies.mark({
        ...{ emergencyId, personIds: [person?.id ?? ''], state: mark, requestId: crypto.randomUUID() },
      })
    const readStored = () =>
      query(
        'select state, state_at, disputed, badge, inside_since from emergency_people where emergency_id = $1',
        emergencyId,
      )
    const before = await readStored()
    expect(before).toMatchObject([{ state, badge: 'V1' }])
    const signedOut = await signOutSeen(visitId)
    if (state !== 'help') expect(await readRoll(emergencyId)).toMatchObject([{ state: 'not_on_site' }])
    // The badge moves to the next visitor and comes back.
    await signOutSeen(await signIn('Next Guest', { badge: 'V1' }))
    await undo(signedOut)
    await undo(signedOut)
    expect(await readRoll(emergencyId)).toHaveLength(2)
    expect((await readStored()).filter(it => it.badge === 'V1')).toEqual(before)
    const [restored] = (await readRoll(emergencyId)).filter(it => it.id === person?.id)
    expect(restored?.claims.slice(0, 2)).toMatchObject([
      { state: 'undone', undoneState: 'not_on_site', by: expect.stringContaining('Mona') },
      { state: 'not_on_site', place: 'The gate' },
    ])
    const { timeline } = await muster.call(manager).emergencies.report({ emergencyId })
    expect(timeline.map(it => it.what)).not.toContain('help_undone')
  })

  it('puts the visitor on the roll of an emergency that was declared in between', async () => {
    const signedOut = await signOut(await signIn('Mia Test'))
    const emergencyId = await declare()
    expect(await listLeavers(emergencyId)).toMatchObject([{ name: 'Mia Test' }])
    await undo(signedOut)
    expect(await readRoll(emergencyId)).toMatchObject([{ name: 'Mia Test', state: 'missing' }])
    expect(await listLeavers(emergencyId)).toEqual([])
  })
})
