import { posterDayMost, visitorsInsideMost } from '@muster/domain/visitor.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readCsvFile } from '../../lib/testing/read-csv-file.ts'
import { write } from '../../live/write.ts'
import { readCode } from '../../testing/caller.ts'
import type { TestUser, TestZone } from '../../testing/factories.ts'
import { createTestServices } from '../../testing/test-services.ts'
import { listMails } from '../auth/testing/accounts.ts'
import { clearOldRolls } from '../emergencies/roll.queries.ts'
import { deleteUnassignedUser } from '../settings/settings.queries.ts'
import { signOutAtDayEnd } from './sign-out-visitor.ts'
import { deleteOldKiosks, deleteOldVisits } from './write-visits.queries.ts'

let muster: Awaited<ReturnType<typeof createTestServices>>
let zone: TestZone
let manager: TestUser
let host: TestUser
let stranger: TestUser

beforeAll(async () => {
  muster = await createTestServices()
})
afterAll(() => muster.stop())

beforeEach(async () => {
  const { make } = muster
  await query('delete from rate_limits')
  ;[zone, manager, host, stranger] = await Promise.all([
    make.zone(),
    make.user({ firstName: 'Mona' }),
    make.user({ firstName: 'Anna' }),
    make.user({ firstName: 'Sam' }),
  ])
  await Promise.all([make.assign(manager, zone, 'zone_manager_rw'), make.assign(host, zone)])
})

const query = async (statement: string, values: unknown[] = []) =>
  (await muster.db.pool.query(statement, values)).rows
const callAs = (user?: TestUser, ip?: string) => muster.call(user, ip).visitors
const today = () => new Date().toISOString().slice(0, 10)
const makePoster = async () => (await callAs(manager).renewPoster({ zoneId: zone.id })).token
const openKiosk = async () => callAs(manager).openKiosk({ zoneId: zone.id, name: 'Gate 1' })
const startKiosk = async () => (await callAs().startKiosk({ code: (await openKiosk()).code })).token

type Door = 'kiosk' | 'poster'
const signIn = (token: string, door: Door = 'poster', more: object = {}) =>
  callAs().signIn({
    door,
    token,
    name: 'Mia Test',
    company: 'Acme',
    phone: '+49 30 1234',
    hostId: null,
    noticeVersion: 0,
    requestId: crypto.randomUUID(),
    ...more,
  })
/** Signs in by a new poster and returns the token of the visitor's page. */
async function visit(more: object = {}): Promise<string> {
  const { visitToken } = await signIn(await makePoster(), 'poster', more)
  return visitToken ?? ''
}
const listNames = async (state: 'inside' | 'expected' | 'past', who = manager) =>
  (await callAs(who).list({ zoneId: zone.id, state })).rows.map(it => it.name)
const listTitles = async (who: TestUser) => (await muster.call(who).alerts.list({})).rows.map(it => it.title)
const invite = (more: object = {}, who = host) =>
  callAs(who).invite({
    zoneId: zone.id,
    name: 'Mia Test',
    company: 'Acme',
    expectedOn: today(),
    requestId: crypto.randomUUID(),
    ...more,
  })
const declare = () =>
  muster.call(manager).emergencies.declare({
    zoneId: zone.id,
    kind: 'evacuate',
    drill: false,
    requestId: crypto.randomUUID(),
  })
const readRoll = async (emergencyId: string) =>
  (await muster.call(manager).emergencies.people({ emergencyId })).rows

describe('a visitor with the poster', () => {
  it('signs in without an account, sees their visit and signs out', async () => {
    const token = await visit({ hostId: host.id })
    const own = await callAs().own({ token })
    expect(own).toMatchObject({ name: 'Mia Test', zoneName: zone.name, signedOutAt: null, emergencies: [] })
    const { rows } = await callAs(manager).list({ zoneId: zone.id })
    expect(rows).toMatchObject([
      {
        company: 'Acme',
        phone: '+49 30 1234',
        way: 'poster',
        state: 'inside',
        noticeVersion: 0,
        mine: false,
      },
    ])
    expect(rows[0]?.host).toEqual({ id: host.id, name: 'Anna Test' })
    expect(await listTitles(host)).toEqual(['Your visitor Mia Test of Acme is here'])
    await callAs().ownLeave({ token })
    await callAs().ownLeave({ token })
    expect(await callAs().own({ token })).toMatchObject({ ended: 'self' })
    expect(await callAs(manager).counts({ zoneId: zone.id })).toEqual({ inside: 0, expected: 0, past: 1 })
  })

  it('is signed in once by a repeated request, whose lost token is replaced', async () => {
    const poster = await makePoster()
    const requestId = crypto.randomUUID()
    const first = await signIn(poster, 'poster', { requestId })
    const second = await signIn(poster, 'poster', { requestId })
    expect(await listNames('inside')).toEqual(['Mia Test'])
    expect(await callAs().own({ token: second.visitToken ?? '' })).toMatchObject({ name: 'Mia Test' })
    expect(await readCode(callAs().own({ token: first.visitToken ?? '' }))).toBe('VISIT_LINK_INVALID')
    expect(await readCode(signIn(poster, 'poster', { requestId, name: 'Else' }))).toBe('REQUEST_ID_TAKEN')
  })

  it('is refused by an old poster, a suspended zone and an outdated notice', async () => {
    const old = await makePoster()
    const poster = await makePoster()
    expect(await readCode(signIn(old))).toBe('VISIT_LINK_INVALID')
    await callAs(manager).setSettings({ zoneId: zone.id, notice: 'Wear a helmet.', keptDays: 30 })
    expect(await readCode(signIn(poster))).toBe('VISIT_NOTICE_CHANGED')
    expect(await callAs().place({ door: 'poster', token: poster })).toMatchObject({
      notice: 'Wear a helmet.',
      noticeVersion: 1,
    })
    await signIn(poster, 'poster', { noticeVersion: 1 })
    await query(`update zones set status = 'suspended' where id = $1`, [zone.id])
    expect(await readCode(signIn(poster, 'poster', { noticeVersion: 1 }))).toBe('VISIT_LINK_INVALID')
  })

  it('takes no addresses as names, which others read in alerts and emails', async () => {
    const poster = await makePoster()
    const address = 'Bank https://evil.invalid/login'
    for (const form of [{ name: address }, { company: address }, { hostName: address }])
      expect(await readCode(signIn(poster, 'poster', form)), JSON.stringify(form)).toBe('BAD_REQUEST')
    await signIn(poster, 'poster', { company: 'Fischer & Söhne' })
  })

  it('takes a host only from the zone, and keeps a typed name as text', async () => {
    await visit({ hostId: stranger.id, hostName: 'Somebody' })
    const { rows } = await callAs(manager).list({ zoneId: zone.id })
    expect(rows[0]?.host).toEqual({ id: null, name: 'Somebody' })
    expect(await listTitles(stranger)).toEqual([])
  })

  it('finds hosts by the beginning of a name, and shows initials only', async () => {
    const poster = await makePoster()
    const find = (search: string) => callAs().hosts({ door: 'poster', token: poster, search })
    expect(await find('anna')).toEqual({ hosts: [{ id: host.id, name: 'A. T.' }] })
    expect(await find('nna')).toEqual({ hosts: [] })
    expect(await find('%%%')).toEqual({ hosts: [] })
    expect(await readCode(find('an'))).toBe('BAD_REQUEST')
  })
})

describe('limits', () => {
  it('refuses guessed codes and tokens after a while', async () => {
    const guess = () => readCode(callAs(undefined, '203.0.113.7').startKiosk({ code: 'ABCD-2345' }))
    for (let index = 0; index < 20; index++) expect(await guess()).toBe('KIOSK_CODE_INVALID')
    expect(await guess()).toBe('TOO_MANY_REQUESTS')
    // Whoever has the right code is not refused with them.
    const { code } = await openKiosk()
    expect(await callAs(undefined, '203.0.113.7').startKiosk({ code })).toMatchObject({ zoneName: zone.name })
  })

  const insertVisits = (way: string, count: number) =>
    query(
      `insert into visitor_visits (zone_id, request_id, name, name_key, way, signed_in_at)
        select $1, uuid_v7(), 'x', 'x', $3, now() from generate_series(1, $2::integer)`,
      [zone.id, count, way],
    )
  const addByHand = () =>
    callAs(manager).add({ zoneId: zone.id, hostId: null, name: 'Hand', requestId: crypto.randomUUID() })

  it('refuses visitors when the zone has as many as it may', async () => {
    await insertVisits('kiosk', visitorsInsideMost)
    expect(await readCode(signIn(await startKiosk(), 'kiosk'))).toBe('VISITORS_FULL')
    expect(await readCode(addByHand())).toBe('VISITORS_FULL')
  })

  it('refuses the poster, and neither kiosks nor managers, after invented visitors used it up', async () => {
    const poster = await makePoster()
    await insertVisits('poster', posterDayMost.usual)
    expect(await readCode(signIn(poster))).toBe('VISITORS_FULL')
    await query(`update visitor_visits set signed_out_at = now(), ended = 'manager' where zone_id = $1`, [
      zone.id,
    ])
    expect(await readCode(signIn(poster))).toBe('VISITORS_FULL')
    await signIn(await startKiosk(), 'kiosk')
    await addByHand()
    await invite()
    await signIn(poster, 'poster', { isExpected: true })
    // A new poster begins anew.
    await signIn(await makePoster())
  })

  it('takes as many a day by the poster as the zone says, and alerts its managers once when half are used', async () => {
    const settings = { zoneId: zone.id, notice: '', keptDays: 30 }
    const set = (most: number) => callAs(manager).setSettings({ ...settings, posterDayMost: most })
    expect(await readCode(set(posterDayMost.most + 1))).toBe('BAD_REQUEST')
    expect(await set(posterDayMost.least)).toMatchObject({ posterDayMost: posterDayMost.least })
    expect(await callAs(manager).setSettings(settings)).toMatchObject({ posterDayMost: posterDayMost.least })
    const poster = await makePoster()
    await insertVisits('poster', 3)
    const countAlerts = async () =>
      (await muster.call(manager).alerts.list({})).rows.filter(it =>
        it.title.includes('Half of today’s poster'),
      ).length
    await signIn(poster)
    expect(await countAlerts()).toBe(0)
    await signIn(poster)
    await signIn(poster)
    expect(await countAlerts()).toBe(1)
    // With a raised number, its half is told too.
    await set(14)
    await signIn(poster)
    expect(await countAlerts()).toBe(2)
    await insertVisits('poster', 7)
    expect(await readCode(signIn(poster))).toBe('VISITORS_FULL')
  })
})

describe('a kiosk', () => {
  it('starts once with its code, and no longer after fifteen minutes or when it is closed', async () => {
    const { code, kioskId } = await openKiosk()
    expect(code).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)
    const { token } = await callAs().startKiosk({ code: code.toLowerCase().replace('-', ' ') })
    expect(await readCode(callAs().startKiosk({ code }))).toBe('KIOSK_CODE_INVALID')
    expect(await callAs().place({ door: 'kiosk', token })).toMatchObject({ zoneName: zone.name })
    const late = await openKiosk()
    await query(`update visitor_kiosks set code_expires_at = now() - interval '1 second' where id = $1`, [
      late.kioskId,
    ])
    expect(await readCode(callAs().startKiosk({ code: late.code }))).toBe('KIOSK_CODE_INVALID')
    expect((await callAs(manager).kiosks({ zoneId: zone.id })).kiosks).toMatchObject([
      { id: kioskId, name: 'Gate 1' },
    ])
    await callAs(manager).closeKiosk({ zoneId: zone.id, kioskId })
    expect(await readCode(callAs().place({ door: 'kiosk', token }))).toBe('VISIT_LINK_INVALID')
  })

  it('gives no token to the visitor, and signs out by a name of which it shows the initial', async () => {
    const token = await startKiosk()
    expect((await signIn(token, 'kiosk')).visitToken).toBeNull()
    expect(await readCode(callAs().present({ token: await makePoster(), search: 'mia' }))).toBe(
      'VISIT_LINK_INVALID',
    )
    const { visitors } = await callAs().present({ token, search: 'MIA' })
    expect(visitors).toMatchObject([{ name: 'Mia T.', company: 'Acme' }])
    await callAs().leave({ token, visitId: visitors[0]?.id ?? '' })
    expect(await listNames('past')).toEqual(['Mia Test'])
    const other = await muster.make.zone()
    await muster.make.assign(manager, other, 'zone_manager_rw')
    const { code } = await callAs(manager).openKiosk({ zoneId: other.id, name: 'Else' })
    const elsewhere = (await callAs().startKiosk({ code })).token
    expect(await readCode(callAs().leave({ token: elsewhere, visitId: visitors[0]?.id ?? '' }))).toBe(
      'VISIT_NOT_FOUND',
    )
  })
})

describe('an expected visitor', () => {
  it('is found by the whole name and keeps what the host announced', async () => {
    await invite()
    const kiosk = await startKiosk()
    const ask = (name: string) => callAs().expected({ door: 'kiosk', token: kiosk, name })
    expect(await ask('Mia')).toEqual({ expected: null })
    expect(await ask('mia  TEST')).toEqual({ expected: { hostName: 'Anna T.' } })
    await signIn(kiosk, 'kiosk', { company: '', phone: '', isExpected: true })
    const { rows } = await callAs(host).list({ zoneId: zone.id })
    expect(rows).toMatchObject([{ way: 'host', company: 'Acme', mine: true, state: 'inside' }])
    expect(await ask('Mia Test')).toEqual({ expected: null })
    expect(await listTitles(host)).toEqual(['Your visitor Mia Test of Acme is here'])
  })

  it('is announced for the next 90 days only, cancelled and received by the host', async () => {
    expect(await readCode(invite({ expectedOn: '2020-01-01' }))).toBe('VISIT_DAY_INVALID')
    expect(await readCode(invite({ expectedOn: '2099-01-01' }))).toBe('VISIT_DAY_INVALID')
    const { visitId } = await invite()
    await callAs(host).cancel({ zoneId: zone.id, visitId })
    expect(await listNames('expected')).toEqual([])
    const again = await invite()
    await callAs(host).receive({ zoneId: zone.id, visitId: again.visitId })
    await callAs(host).receive({ zoneId: zone.id, visitId: again.visitId })
    expect(await listNames('inside')).toEqual(['Mia Test'])
    expect(await listTitles(host)).toEqual([])
    await callAs(host).signOut({ zoneId: zone.id, visitId: again.visitId })
    expect((await callAs(host).list({ zoneId: zone.id, state: 'past' })).rows).toMatchObject([
      { ended: 'host' },
    ])
  })
})

it('a kiosk whose zone wants it takes the number of a badge, which nobody else has', async () => {
  const token = await startKiosk()
  const badge = (number: string) => ({ name: `Guest ${number}`, badge: number })
  const listBadges = async () =>
    (await callAs(manager).list({ zoneId: zone.id })).rows.map(it => [it.name, it.badge])
  await signIn(token, 'kiosk', badge('v-1'))
  expect(await listBadges()).toEqual([['Guest v-1', '']])
  const settings = { zoneId: zone.id, notice: '', keptDays: 30 }
  await callAs(manager).setSettings({ ...settings, asksBadge: true })
  await callAs(manager).setSettings(settings)
  expect(await callAs().place({ door: 'kiosk', token })).toMatchObject({ asksBadge: true })
  await signIn(token, 'kiosk', badge('V-2'))
  expect(await readCode(signIn(token, 'kiosk', { name: 'Other', badge: 'V-2' }))).toBe('VISIT_BADGE_TAKEN')
  await signIn(await makePoster(), 'poster', badge('V-3'))
  expect(Object.fromEntries(await listBadges())).toEqual({
    'Guest v-1': '',
    'Guest V-2': 'V-2',
    'Guest V-3': '',
  })
})

it('an invited visitor gets one email with the day, the place and the host, and the address is not kept', async () => {
  const email = `guest.${crypto.randomUUID()}@example.org`
  const requestId = crypto.randomUUID()
  expect(await readCode(invite({ email: 'nobody' }))).toBe('BAD_REQUEST')
  expect(await readCode(invite({ name: 'Confirm at evil.example', email }))).toBe('BAD_REQUEST')
  // Refused invitations send nothing, so they leave the address its emails of the day.
  for (let n = 0; n < 11; n++)
    expect(await readCode(invite({ email, expectedOn: '2040-01-01' }))).toBe('VISIT_DAY_INVALID')
  await invite({ email, requestId })
  await invite({ email, requestId })
  await invite({ name: 'Own Guest' })
  const mails = await listMails(muster, email)
  expect(mails).toHaveLength(1)
  const mail = mails[0]?.replace(/=\n/g, '')
  expect(mail).toContain(`Subject: Your visit to ${zone.name}`)
  expect(mail).toContain(`Anna Test expects you in ${zone.name} on`)
  expect(await query('select from visitor_visits v where v::text like $1', [`%${email}%`])).toEqual([])
})

describe('who sees and does what', () => {
  it('shows all visitors to those who see who is inside, and others only their own', async () => {
    await visit()
    await invite({ name: 'Own Guest' })
    const viewer = await muster.make.user()
    await muster.make.assign(viewer, zone, 'zone_manager_ro')
    const colleague = await muster.make.user()
    await muster.make.assign(colleague, zone)
    expect(await listNames('inside', viewer)).toEqual(['Mia Test'])
    expect(await listNames('inside', host)).toEqual([])
    expect(await listNames('expected', host)).toEqual(['Own Guest'])
    expect(await listNames('expected', colleague)).toEqual([])
    expect(await readCode(callAs(stranger).list({ zoneId: zone.id }))).toBe('ZONE_NOT_FOUND')
    const { visitId } = (
      await query('select id as "visitId" from visitor_visits where name = $1', ['Mia Test'])
    )[0]
    for (const call of ['signOut', 'receive', 'cancel'] as const)
      expect(await readCode(callAs(colleague)[call]({ zoneId: zone.id, visitId }))).toBe('VISIT_NOT_FOUND')
    expect(await readCode(callAs(host).renewPoster({ zoneId: zone.id }))).toBe('FORBIDDEN')
    expect(await readCode(callAs(viewer).openKiosk({ zoneId: zone.id, name: 'x' }))).toBe('FORBIDDEN')
    expect(await readCode(callAs(host).exportCsv({ zoneId: zone.id, from: today(), to: today() }))).toBe(
      'FORBIDDEN',
    )
  })

  it('lets a manager enter and sign out visitors, and export them without formulas', async () => {
    const from = today()
    const form = { zoneId: zone.id, hostId: host.id, requestId: crypto.randomUUID() }
    const { visitId } = await callAs(manager).add({ ...form, name: '-1 1', company: 'Acme' })
    expect(await callAs(manager).add({ ...form, name: '-1 1', company: 'Acme' })).toEqual({ visitId })
    await callAs(manager).signOut({ zoneId: zone.id, visitId })
    const exportToday = () => readCsvFile(callAs(manager).exportCsv({ zoneId: zone.id, from, to: today() }))
    const { csv, rows } = await exportToday()
    expect(rows).toBe(1)
    expect(csv).toContain(`'-1 1,Acme,,,Anna Test,entered by hand`)
    expect(
      await readCode(callAs(manager).exportCsv({ zoneId: zone.id, from: '2020-01-01', to: today() })),
    ).toBe('VISIT_DAY_INVALID')
    await query(
      `insert into visitor_visits (zone_id, request_id, name, name_key, way, signed_in_at, signed_out_at, ended)
        select $1, uuid_v7(), 'Vera ' || n, 'vera ' || n, 'hand', now(), now(), 'manager' from generate_series(1, 50000) n`,
      [zone.id],
    )
    const cut = await exportToday()
    expect([cut.rows, cut.csv.trimEnd().split('\r\n').length]).toEqual([50_001, 1 + 50_000])
  })

  it('forgets the host when their account is deleted, and everything with the zone', async () => {
    await visit({ hostId: host.id })
    await query('delete from zone_assignments where user_id = $1', [host.id])
    await muster.db.asOwner('a test', tx => deleteUnassignedUser(tx, host.id))
    const { rows } = await callAs(manager).list({ zoneId: zone.id })
    expect(rows[0]?.host).toEqual({ id: null, name: '' })
    await query('delete from zones where id = $1', [zone.id])
    expect(await query('select 1 from visitor_visits where zone_id = $1', [zone.id])).toEqual([])
  })
})

describe('time', () => {
  const endDay = () =>
    muster.db.asOwner('a test', tx => write(tx, its => signOutAtDayEnd(its, zone.id, 'UTC')))
  const runExpiry = () => muster.db.asOwner('a test', tx => deleteOldVisits(1_000).execute(tx))

  it('signs out at the end of the day of the zone, marked as such', async () => {
    const token = await visit()
    await endDay()
    expect(await listNames('inside')).toEqual(['Mia Test'])
    await query(
      `update visitor_visits set signed_in_at = date_trunc('day', now(), 'UTC') - interval '13 hours' where zone_id = $1`,
      [zone.id],
    )
    await endDay()
    const { rows } = await callAs(manager).list({ zoneId: zone.id, state: 'past' })
    expect(rows).toMatchObject([{ ended: 'end_of_day', signedOutAt: `${today()}T00:00:00.000Z` }])
    expect(await callAs().own({ token })).toMatchObject({ ended: 'end_of_day' })
  })

  it('keeps somebody inside over midnight who signed in less than twelve hours before', async () => {
    await visit({ name: 'Day Guest' })
    await visit({ name: 'Night Guest' })
    const signInAt = (name: string, hoursBeforeMidnight: number) =>
      query(
        `update visitor_visits set signed_in_at = date_trunc('day', now(), 'UTC') - $3 * interval '1 hour'
          where zone_id = $1 and name = $2`,
        [zone.id, name, hoursBeforeMidnight],
      )
    await signInAt('Day Guest', 12.5)
    await signInAt('Night Guest', 11.5)
    await endDay()
    expect(await listNames('inside')).toEqual(['Night Guest'])
    await signInAt('Night Guest', 35.5)
    await endDay()
    expect(await listNames('inside')).toEqual([])
  })

  it('deletes visits after the days that the zone keeps them', async () => {
    await callAs().ownLeave({ token: await visit() })
    await callAs(manager).setSettings({ zoneId: zone.id, notice: '', keptDays: 2 })
    const age = (days: number) =>
      query(
        `update visitor_visits set signed_in_at = now() - $2 * interval '1 day', signed_out_at = now() - $2 * interval '1 day'
          where zone_id = $1`,
        [zone.id, days],
      )
    await age(1.9)
    await runExpiry()
    expect(await listNames('past')).toEqual(['Mia Test'])
    await age(2.1)
    await runExpiry()
    expect(await listNames('past')).toEqual([])
  })

  it('remembers since when visits are stored once they are kept longer', async () => {
    const keep = async (keptDays: number) => {
      await callAs(manager).setSettings({ zoneId: zone.id, notice: '', keptDays })
      const [row] = await query(
        `select round(extract(epoch from now() - stored_since) / 86400)::int as days from visitor_settings where zone_id = $1`,
        [zone.id],
      )
      return row?.days
    }
    expect([await keep(20), await keep(60), await keep(90), await keep(5), await keep(6)]).toEqual([
      ...[null, 20, 20, 20, 5],
    ])
    await query(`delete from visitor_settings where zone_id = $1`, [zone.id])
    expect(await keep(31)).toBe(30)
  })

  it('deletes codes that no tablet used, and keeps running kiosks', async () => {
    const token = await startKiosk()
    const { kioskId } = await openKiosk()
    await query(`update visitor_kiosks set code_expires_at = now() - interval '1 day' where id = $1`, [
      kioskId,
    ])
    await muster.db.asOwner('a test', tx => deleteOldKiosks(100).execute(tx))
    expect(await query('select 1 from visitor_kiosks where id = $1', [kioskId])).toEqual([])
    expect(await callAs().place({ door: 'kiosk', token })).toMatchObject({ zoneName: zone.name })
  })
})

describe('an emergency', () => {
  it('has the visitors who are signed in on its roll, with telephone, company and host, and later ones too', async () => {
    const token = await visit({ hostId: host.id })
    const preview = await muster.call(manager).emergencies.preview({ zoneId: zone.id, kind: 'evacuate' })
    expect(preview.reasons).toContainEqual({ why: 'visitor', people: 1 })
    const { emergencyId, people } = await declare()
    expect(people).toBe(preview.people)
    expect(await readRoll(emergencyId)).toMatchObject([
      {
        name: 'Mia Test',
        why: 'visitor',
        phone: '+49 30 1234',
        note: 'Acme · Anna Test',
        state: 'missing',
        userId: null,
      },
    ])
    await signIn(await startKiosk(), 'kiosk', { name: 'Late Guest' })
    expect((await readRoll(emergencyId)).map(it => it.name)).toEqual(['Late Guest', 'Mia Test'])
    expect((await callAs().own({ token })).emergencies).toMatchObject([
      { id: emergencyId, state: 'missing', answered: false },
    ])
  })

  it('takes the answers of visitors in the order in which they happened, and alerts the managers', async () => {
    const token = await visit()
    const { emergencyId } = await declare()
    await query(`update emergencies set declared_at = now() - interval '10 minutes' where id = $1`, [
      emergencyId,
    ])
    const answer = (state: 'safe' | 'help', waitedMs: number) =>
      callAs().ownAnswer({ token, emergencyId, state, requestId: crypto.randomUUID(), waitedMs })
    expect((await answer('safe', 0)).state).toBe('safe')
    // Arrives later, happened earlier.
    expect((await answer('help', 60_000)).state).toBe('safe')
    expect((await answer('help', 0)).state).toBe('help')
    expect(await listTitles(manager)).toContain('Visitor Mia Test needs help')
    expect((await callAs().own({ token })).emergencies).toMatchObject([{ state: 'help', answered: true }])
    const other = await visit({ name: 'Else' })
    const elsewhere = await declareInOtherZone()
    expect(
      await readCode(
        callAs().ownAnswer({
          token: other,
          emergencyId: elsewhere,
          state: 'safe',
          requestId: crypto.randomUUID(),
        }),
      ),
    ).toBe('EMERGENCY_NOT_FOUND')
  })

  it('takes from former visitors after the all clear only what happened before it, on the same day', async () => {
    const token = await visit()
    const { emergencyId } = await declare()
    const endHoursAgo = (hours: number) =>
      query(
        `update emergencies set declared_at = now() - ($2 + 1) * interval '1 hour', all_clear_at = now() - $2 * interval '1 hour'
          where id = $1`,
        [emergencyId, hours],
      )
    const answer = (hoursAgo: number) =>
      callAs().ownAnswer({
        token,
        emergencyId,
        state: 'help',
        requestId: crypto.randomUUID(),
        waitedMs: hoursAgo * 3_600_000,
      })
    await endHoursAgo(24)
    expect(await readCode(answer(24.5))).toBe('EMERGENCY_ENDED')
    await endHoursAgo(1)
    expect(await readCode(answer(0))).toBe('EMERGENCY_ENDED')
    expect(await listTitles(manager)).not.toContain('Visitor Mia Test needs help')
    expect((await answer(1.5)).state).toBe('help')
  })

  it('counts a visitor who signs out as not on site, but not one whom the end of the day signed out', async () => {
    const token = await visit()
    await visit({ name: 'Night Guest' })
    const { emergencyId } = await declare()
    await callAs().ownLeave({ token })
    await query(
      `update visitor_visits set signed_in_at = now() - interval '2 days' where name = 'Night Guest'`,
    )
    await muster.db.asOwner('a test', tx => write(tx, its => signOutAtDayEnd(its, zone.id, 'UTC')))
    expect((await readRoll(emergencyId)).map(it => [it.name, it.state])).toEqual([
      ['Night Guest', 'missing'],
      ['Mia Test', 'not_on_site'],
    ])
    expect((await readRoll(emergencyId))[1]?.claims).toMatchObject([{ how: 'own', by: 'Mia Test' }])
  })

  it('shows visitors the points and the message of the plan in their language, and later the all clear', async () => {
    await muster.call(manager).emergencies.setPoints({
      zoneId: zone.id,
      points: ['North gate', 'South gate'].map(name => ({ name, lat: 1, lng: 1, radiusMeters: 30 })),
    })
    const token = await visit()
    const { emergencyId } = await declare()
    await query(
      `update emergencies set point_names = '{South gate}', message = 'Leave now', messages = '{"ar": "غادر الآن"}' where id = $1`,
      [emergencyId],
    )
    const readOwn = (language?: 'ar' | 'hi') => callAs().own({ token, ...(language && { language }) })
    expect((await readOwn('ar')).emergencies).toMatchObject([
      { message: 'غادر الآن', points: [{ name: 'South gate' }] },
    ])
    for (const language of ['hi', undefined] as const)
      expect((await readOwn(language)).emergencies).toMatchObject([{ message: 'Leave now' }])
    await muster.call(manager).emergencies.allClear({ emergencyId })
    expect(await readOwn()).toMatchObject({ emergencies: [], allClears: [{ id: emergencyId }] })
    await query(
      `update emergencies set declared_at = now() - interval '14 hours', all_clear_at = now() - interval '13 hours' where id = $1`,
      [emergencyId],
    )
    expect(await readOwn()).toMatchObject({ emergencies: [], allClears: [] })
  })

  it('keeps the name on the roll until the visit is deleted', async () => {
    await visit()
    const { emergencyId } = await declare()
    await muster.call(manager).emergencies.allClear({ emergencyId })
    const clear = () => muster.db.asOwner('a test', tx => clearOldRolls(1_000).execute(tx))
    await clear()
    expect((await readRoll(emergencyId)).map(it => it.name)).toEqual(['Mia Test'])
    await query('delete from visitor_visits where zone_id = $1', [zone.id])
    await clear()
    const roll = await readRoll(emergencyId)
    expect(roll).toMatchObject([{ name: 'Unnamed member', phone: '' }])
    expect(roll[0]).not.toHaveProperty('note')
  })

  async function declareInOtherZone(): Promise<string> {
    const other = await muster.make.zone()
    await muster.make.assign(manager, other, 'zone_manager_rw')
    const { emergencyId } = await muster.call(manager).emergencies.declare({
      zoneId: other.id,
      kind: 'evacuate',
      drill: true,
      requestId: crypto.randomUUID(),
    })
    return emergencyId
  }
})
