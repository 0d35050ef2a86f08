import { newUnknownBadgesMost } from '@muster/domain/badge.ts'
import { describe, expect, it } from 'vitest'
import { readCsvFile } from '../../lib/testing/read-csv-file.ts'
import { readCode } from '../../testing/caller.ts'
import type { TestUser } from '../../testing/factories.ts'
import { completeRolls } from '../emergencies/follow-presence.ts'
import { hour, minute, prepareBadges, read } from './testing/prepare-badges.ts'

const { muster, zone, manager, ann, badges, send, assign, listInside, countInside } = prepareBadges()

it('a request ID cannot be reused for another key, even after its creator has left the first zone', async () => {
  const other = await muster.make.zone()
  await muster.make.assign(manager, other, 'zone_manager_rw')
  const request = { name: 'Gate 2', requestId: crypto.randomUUID() }
  await badges().createKey({ zoneId: other.id, ...request })
  await muster.db.pool.query('delete from zone_assignments where zone_id = $1', [other.id])
  expect(await readCode(badges().createKey({ zoneId: zone.id, ...request }))).toBe('REQUEST_ID_TAKEN')
})

it('the person who requested a zone can assign its badges before it is approved', async () => {
  const client = await muster.make.user()
  await muster.make.assign(client, zone, 'client_admin')
  await muster.db.pool.query(`update zones set status = 'pending' where id = $1`, [zone.id])
  for (const name of ['Cem Kaya', 'Ed Lind'])
    await badges(client).assign({ zoneId: zone.id, badges: [{ number: '1', name }] })
  const { rows } = await badges(client).list({ zoneId: zone.id })
  expect(rows.map(it => [it.number, it.name])).toEqual([['1', 'Ed Lind']])
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
