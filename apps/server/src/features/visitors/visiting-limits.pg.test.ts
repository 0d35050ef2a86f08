import { posterDayMost } from '@muster/domain/visitor.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { readCode } from '../../testing/caller.ts'
import type { TestUser } from '../../testing/factories.ts'
import { testServices } from '../../testing/test-services.ts'
import { testWorld } from '../../testing/test-world.ts'

const muster = testServices()
const { zone, manager, viewer } = testWorld(muster, { manager: 'zone_manager_rw', viewer: 'zone_manager_ro' })

beforeEach(() => query('delete from rate_limits'))

const query = async (statement: string, values: unknown[] = []) =>
  (await muster.db.pool.query(statement, values)).rows
const stranger = '203.0.113.7'
const callAs = (user?: TestUser, ip?: string) => muster.call(user, ip).visitors
const makePoster = async () => (await callAs(manager).renewPoster({ zoneId: zone.id })).token
async function startKiosk(): Promise<{ kioskId: string; token: string }> {
  const { code, kioskId } = await callAs(manager).openKiosk({ zoneId: zone.id, name: 'Gate 1' })
  return { kioskId, token: (await callAs().startKiosk({ code })).token }
}
const countAttempts = async () => (await query('select key from rate_limits')).length

type Form = { token: string; door?: 'kiosk' | 'poster'; name?: string; ip?: string; noticeVersion?: number }
const signIn = ({ token, door = 'poster', name = 'Mia Test', ip, noticeVersion = 0 }: Form) =>
  callAs(undefined, ip).signIn({
    ...{ door, token, name, noticeVersion },
    hostId: null,
    requestId: crypto.randomUUID(),
  })
const listInside = async (more: object = {}) =>
  (await callAs(manager).list({ zoneId: zone.id, ...more })).rows.map(it => it.name)
const declare = async () =>
  (
    await muster.call(manager).emergencies.declare({
      zoneId: zone.id,
      kind: 'evacuate',
      drill: false,
      requestId: crypto.randomUUID(),
    })
  ).emergencyId

describe('somebody with a photograph of the poster', () => {
  it('uses up the sign-ins of their own address, and neither the poster’s nor a kiosk’s', async () => {
    const [token, kiosk] = [await makePoster(), await startKiosk()]
    const most = posterDayMost.usual / 2
    for (let index = 0; index < most; index++)
      expect(await readCode(signIn({ token, ip: stranger, noticeVersion: 7 }))).toBe('VISIT_NOTICE_CHANGED')
    expect(await readCode(signIn({ token, ip: stranger }))).toBe('TOO_MANY_REQUESTS')
    await signIn({ token })
    await signIn({ token: kiosk.token, door: 'kiosk', ip: stranger })
    await signIn({ token: await makePoster(), ip: stranger })
  })

  it('searches within the limit of their own address', async () => {
    const token = await makePoster()
    const find = (ip?: string) =>
      readCode(callAs(undefined, ip).hosts({ door: 'poster', token, search: 'zzz' }))
    for (let index = 0; index < 300; index++) await find(stranger)
    expect(await find(stranger)).toBe('TOO_MANY_REQUESTS')
    expect(await find()).toBeUndefined()
  })

  it('counts nowhere as a kiosk', async () => {
    const token = await makePoster()
    await query('delete from rate_limits')
    expect(await readCode(signIn({ token, door: 'kiosk' }))).toBe('VISIT_LINK_INVALID')
    expect(await readCode(callAs().present({ token, search: 'mia' }))).toBe('VISIT_LINK_INVALID')
    expect(await countAttempts()).toBe(0)
  })

  it('lets sixty guests behind one address sign in at once', async () => {
    const token = await makePoster()
    const guests = Array.from({ length: 60 }, (_, index) => signIn({ token, name: `Guest ${index}` }))
    expect((await Promise.all(guests)).length).toBe(60)
  })
})

it('stores nothing about tokens that are made up, and lets kiosks start behind their address', async () => {
  const token = 'x'.repeat(32)
  const id = crypto.randomUUID()
  const door = { door: 'kiosk' as const, token }
  const tries = [
    () => callAs().place(door),
    () => callAs().hosts({ ...door, search: 'abc' }),
    () => callAs().expected({ ...door, name: 'Mia' }),
    () => signIn(door),
    () => callAs().present({ token, search: 'abc' }),
    () => callAs().leave({ token, visitId: id }),
    () => callAs().own({ token }),
    () => callAs().ownLeave({ token }),
    () => callAs().ownAnswer({ token, emergencyId: id, state: 'help', requestId: id }),
  ]
  for (const tryIt of [...tries, ...tries, ...tries])
    expect(await readCode(tryIt())).toBe('VISIT_LINK_INVALID')
  expect(await countAttempts()).toBe(0)
  await startKiosk()
})

it('accepts names that grow when they are normalised for comparison', async () => {
  const token = await makePoster()
  for (const name of ['ﷺ'.repeat(12), 'ﬃ'.repeat(120), 'İ'.repeat(120)]) await signIn({ token, name })
  expect((await listInside()).length).toBe(3)
})

describe('calls for help by visitors', () => {
  const listTitles = async () => (await muster.call(manager).alerts.list({})).rows.map(it => it.title)
  const answer = (token: string, emergencyId: string, state: 'safe' | 'help') =>
    callAs(undefined, stranger).ownAnswer({ token, emergencyId, state, requestId: crypto.randomUUID() })

  it('alert three times for each visitor, and then together', async () => {
    const { visitToken } = await signIn({ token: await makePoster() })
    const emergencyId = await declare()
    const say = (state: 'safe' | 'help') => answer(visitToken ?? '', emergencyId, state)
    for (const state of ['help', 'safe', 'help', 'safe', 'help'] as const) await say(state)
    expect(await listTitles()).toContain('Visitor Mia Test needs help')
    expect(await listTitles()).not.toContain('More visitors need help')
    expect((await say('safe')).state).toBe('safe')
    expect(await listTitles()).toContain('Visitor Mia Test is safe now')
    expect(await listTitles()).not.toContain('Visitor Mia Test needs help')
    expect((await say('help')).state).toBe('help')
    expect(await listTitles()).toContain('More visitors need help')
  })

  it('alert one by one up to a number for each address, and every call changes the list', async () => {
    const token = await makePoster()
    const guests: string[] = []
    for (let index = 0; index < 14; index++)
      guests.push((await signIn({ token, name: `Guest ${index}` })).visitToken ?? '')
    const emergencyId = await declare()
    for (const guest of guests) await answer(guest, emergencyId, 'help')
    const titles = await listTitles()
    expect(titles.filter(it => it.startsWith('Visitor Guest')).length).toBe(12)
    expect(titles.filter(it => it === 'More visitors need help').length).toBe(1)
    const { states } = await muster.call(manager).emergencies.get({ emergencyId })
    expect(states.help).toBe(14)
  })
})

describe('signing out several visitors', () => {
  const signOut = (choice: object, who = manager) => callAs(who).signOutMany({ zoneId: zone.id, ...choice })

  it('takes everybody who came by the poster, also from the roll, and nobody else', async () => {
    const [token, kiosk] = [await makePoster(), await startKiosk()]
    for (const name of ['Fake A', 'Fake B']) await signIn({ token, name })
    await signIn({ token: kiosk.token, door: 'kiosk', name: 'Real Guest' })
    expect(await callAs(manager).settings({ zoneId: zone.id })).toMatchObject({ posterVisitors: 2 })
    expect(await callAs(manager).counts({ zoneId: zone.id, way: 'poster' })).toMatchObject({ inside: 2 })
    expect(await listInside({ way: 'kiosk' })).toEqual(['Real Guest'])
    const emergencyId = await declare()
    expect(await readCode(signOut({ way: 'poster' }))).toBe('VISITOR_NOT_SEEN')
    expect(await listInside()).toHaveLength(3)
    expect(await signOut({ way: 'poster', seenBy: 'Gate guard' })).toEqual({ visitors: 2 })
    expect(await signOut({ way: 'poster', seenBy: 'Gate guard' })).toEqual({ visitors: 0 })
    expect(await listInside()).toEqual(['Real Guest'])
    const { rows } = await muster.call(manager).emergencies.people({ emergencyId })
    expect(rows.map(it => [it.name, it.state])).toEqual([
      ['Fake A', 'not_on_site'],
      ['Fake B', 'not_on_site'],
      ['Real Guest', 'missing'],
    ])
    const { rows: past } = await callAs(manager).list({ zoneId: zone.id, state: 'past' })
    expect(past).toMatchObject([{ ended: 'manager' }, { ended: 'manager' }])
  })

  it('takes everybody of one kiosk, also after it was closed', async () => {
    const [first, second] = [await startKiosk(), await startKiosk()]
    await signIn({ token: first.token, door: 'kiosk', name: 'Fake A' })
    await signIn({ token: second.token, door: 'kiosk', name: 'Real Guest' })
    const { kiosks } = await callAs(manager).kiosks({ zoneId: zone.id })
    expect(kiosks.map(it => it.visitors)).toEqual([1, 1])
    await callAs(manager).closeKiosk({ zoneId: zone.id, kioskId: first.kioskId })
    expect(await signOut({ kioskId: first.kioskId })).toEqual({ visitors: 1 })
    expect(await listInside()).toEqual(['Real Guest'])
  })

  it('takes those who were selected or found, in this zone only, and needs the right to receive visitors', async () => {
    const token = await makePoster()
    for (const name of ['Fake A', 'Fake B', 'Ann']) await signIn({ token, name })
    const { rows } = await callAs(manager).list({ zoneId: zone.id })
    const visitIds = rows.filter(it => it.name === 'Ann').map(it => it.id)
    expect(await readCode(signOut({ visitIds }, viewer))).toBe('FORBIDDEN')
    expect(await readCode(signOut({}))).toBe('BAD_REQUEST')
    const other = await muster.make.zone()
    await muster.make.assign(manager, other, 'zone_manager_rw')
    expect(await callAs(manager).signOutMany({ zoneId: other.id, visitIds })).toEqual({ visitors: 0 })
    expect(await signOut({ visitIds })).toEqual({ visitors: 1 })
    expect(await signOut({ search: 'fake' })).toEqual({ visitors: 2 })
    expect(await listInside()).toEqual([])
  })
})
