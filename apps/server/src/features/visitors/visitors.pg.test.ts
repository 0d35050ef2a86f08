import { describe, expect, it } from 'vitest'
import { readCsvFile } from '../../lib/testing/read-csv-file.ts'
import { readCode } from '../../testing/caller.ts'
import { listMails } from '../auth/testing/accounts.ts'
import { deleteUnassignedUser } from '../settings/settings.queries.ts'
import { prepareVisitors, today } from './testing/prepare-visitors.ts'

const {
  muster,
  zone,
  manager,
  host,
  stranger,
  query,
  callAs,
  makePoster,
  openKiosk,
  startKiosk,
  signIn,
  visit,
  listNames,
  listTitles,
  invite,
} = prepareVisitors()

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

  it('rejects names that contain a web address, because names appear in alerts and emails', async () => {
    const poster = await makePoster()
    const address = 'Bank https://evil.invalid/login'
    for (const form of [{ name: address }, { company: address }, { hostName: address }])
      expect(await readCode(signIn(poster, 'poster', form)), JSON.stringify(form)).toBe('BAD_REQUEST')
    await signIn(poster, 'poster', { company: 'Fischer & Söhne' })
  })

  it('accepts only hosts from the zone, and stores a typed name as text', async () => {
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
