import { limits } from '@muster/domain/limits.ts'
import { v7 as uuidV7 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { removeExpired } from '../../jobs/remove-expired.ts'
import { readCode } from '../../testing/caller.ts'
import { type TestUser, testBox } from '../../testing/factories.ts'
import { testServices } from '../../testing/test-services.ts'
import { expiredImports } from './imports.queries.ts'

const muster = testServices()
let admin: TestUser
let otherAdmin: TestUser
beforeAll(async () => {
  admin = await muster.make.user({ role: 'admin', firstName: 'Ada' })
  otherAdmin = await muster.make.user({ role: 'admin', firstName: 'Bo' })
})

const importsAs = (person: TestUser) => muster.call(person).imports
const query = async (statement: string, ...values: unknown[]) =>
  (await muster.db.pool.query(statement, values)).rows
const createReference = (fileName = 'people.csv') => ({ id: uuidV7(), fileName })
const createPeople = (count: number) =>
  Array.from({ length: count }, () => ({
    email: `${crypto.randomUUID()}@file.example`,
    firstName: 'Nila',
    lastName: 'Bose',
    phone: '',
  }))
const createZoneForms = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    requestId: uuidV7(),
    name: `Imported ${n}`,
    description: '',
    maxCapacity: null,
    shape: testBox,
  }))
type Reference = ReturnType<typeof createReference>

const sendPeople = (person: TestUser, reference: Reference, people: ReturnType<typeof createPeople>) =>
  muster.call(person).accounts.createMany({ people, dryRun: false, update: true, import: reference })

async function importPeople(count: number) {
  const reference = createReference()
  const people = createPeople(count)
  await sendPeople(admin, reference, people)
  await importsAs(admin).end({ importId: reference.id, leftOut: 0 })
  const rows = await query(
    'select id, email from user_profiles where email = any($1)',
    people.map(it => it.email),
  )
  return { importId: reference.id, people: rows as { id: string; email: string }[] }
}

async function importZones(count: number, person = admin) {
  const reference = createReference('zones.geojson')
  const { results } = await muster
    .call(person)
    .zones.createMany({ zones: createZoneForms(count), import: reference })
  await importsAs(person).end({ importId: reference.id, leftOut: 0 })
  return { importId: reference.id, zoneIds: results.map(it => it.zoneId ?? '') }
}

async function readImport(person: TestUser, importId: string) {
  return (await importsAs(person).list({ limit: 200 })).rows.find(it => it.id === importId)
}

describe('the list', () => {
  it('counts two batches once each, also if one is sent again', async () => {
    const reference = createReference('site.csv')
    const [first, second] = [createPeople(3), createPeople(2)]
    const present = await muster.make.user({ firstName: 'Old' })
    const changed = { email: present.email, firstName: 'New', lastName: 'Name', phone: '' }
    await sendPeople(admin, reference, [...first, changed])
    await sendPeople(admin, reference, [...first, changed])
    expect(await readImport(admin, reference.id)).toMatchObject({ state: 'running', mayUndo: false })
    await sendPeople(admin, reference, second)
    const csv = 'Email,Line,Reason\r\nx,7,"Invalid role specified"\r\n'
    await importsAs(admin).end({ importId: reference.id, leftOut: 1, leftOutFile: csv })
    expect(await readImport(admin, reference.id)).toMatchObject({
      ...{ kind: 'people', fileName: 'site.csv', state: 'ended', importedBy: expect.stringContaining('Ada') },
      ...{ created: 5, changed: 1, leftOut: 1, hasLeftOutFile: true, mayUndo: true, removed: 0, undo: null },
    })
    expect(await importsAs(admin).leftOut({ importId: reference.id })).toEqual({ text: csv })
    const accesses = await query(
      `select actor_id from security_events where event_type = 'data_access' and metadata ->> 'importId' = $1`,
      reference.id,
    )
    expect(accesses).toEqual([{ actor_id: admin.id }])
  })

  it('counts zones once, and says if an import stopped before its end', async () => {
    const reference = createReference('zones.kml')
    const zones = createZoneForms(2)
    for (let n = 0; n < 2; n++) await muster.call(admin).zones.createMany({ zones, import: reference })
    await query(`update imports set noted_at = now() - interval '1 hour' where id = $1`, reference.id)
    expect(await readImport(admin, reference.id)).toMatchObject({
      kind: 'zones',
      state: 'stopped',
      created: 2,
    })
  })

  it('is not written by a dry run, nor by somebody who uses another person’s id', async () => {
    const reference = createReference()
    const people = createPeople(1)
    await muster.call(admin).accounts.createMany({ people, dryRun: true, import: reference })
    expect(await readImport(admin, reference.id)).toBeUndefined()
    await sendPeople(admin, reference, people)
    expect(await readCode(sendPeople(otherAdmin, reference, createPeople(1)))).toBe('REQUEST_ID_TAKEN')
  })

  it('shows everybody their own imports, and admins those of all', async () => {
    const [client, otherClient] = [
      await muster.make.user({ role: 'client_admin' }),
      await muster.make.user({ role: 'client_admin' }),
    ]
    const { importId } = await importZones(1, client)
    const people = await importPeople(1)
    expect((await importsAs(client).list({})).rows.map(it => it.id)).toEqual([importId])
    expect((await importsAs(otherClient).list({})).rows).toEqual([])
    expect(await readImport(otherAdmin, importId)).toMatchObject({ mayUndo: true })
    for (const id of [importId, people.importId])
      expect(await readCode(importsAs(otherClient).undo({ importId: id }))).toBe('IMPORT_NOT_FOUND')
    expect(await readCode(importsAs(otherAdmin).end({ importId, leftOut: 0 }))).toBe('IMPORT_NOT_FOUND')
    // Client admins create zones, but do not delete them.
    expect(await readImport(client, importId)).toMatchObject({ mayUndo: false })
    expect(await readCode(importsAs(client).undo({ importId }))).toBe('FORBIDDEN')
    const manager = await muster.make.user({ role: 'zone_manager_rw' })
    expect(await readCode(importsAs(manager).list({}))).toBe('FORBIDDEN')
  })

  it('asks for the permission to import this kind, also of somebody who has lost it', async () => {
    const demoted = await muster.make.user({ role: 'admin' })
    const reference = createReference()
    const importId = reference.id
    await sendPeople(demoted, reference, createPeople(1))
    await importsAs(demoted).end({ importId, leftOut: 1, leftOutFile: 'x' })
    await query(`update user_profiles set role = 'client_admin' where id = $1`, demoted.id)
    expect(await readImport(demoted, importId)).toBeUndefined()
    const { leftOut, removal, undo, end } = importsAs(demoted)
    const calls = [
      () => leftOut({ importId }),
      () => removal({ importId }),
      () => undo({ importId }),
      () => end({ importId, leftOut: 0 }),
    ]
    for (const call of calls) expect(await readCode(call())).toBe('IMPORT_NOT_FOUND')
  })

  it('keeps the stored rows of the newest imports of a person only', async () => {
    const importer = await muster.make.user({ role: 'admin' })
    const [first, ...others] = Array.from({ length: limits.importLeftOutFilesMost + 1 }, () =>
      createReference(),
    )
    for (const { id } of [first, ...others].flatMap(it => it ?? []))
      await query(
        `insert into imports (id, kind, file_name, user_id, left_out) values ($1, 'people', 'x', $2, 'x')`,
        id,
        importer.id,
      )
    await importsAs(importer).end({ importId: others.at(-1)?.id ?? '', leftOut: 1, leftOutFile: 'y' })
    const stored = await query(
      'select id from imports where user_id = $1 and left_out is not null',
      importer.id,
    )
    expect(stored).toHaveLength(limits.importLeftOutFilesMost)
    expect(stored.map(it => it.id)).not.toContain(first?.id)
  })

  it('keeps the import of somebody whose account was deleted', async () => {
    const leaver = await muster.make.user({ role: 'admin' })
    const reference = createReference()
    await sendPeople(leaver, reference, createPeople(1))
    await importsAs(leaver).end({ importId: reference.id, leftOut: 0 })
    const superAdmin = await muster.make.user({ role: 'super_admin' })
    await muster.call(superAdmin).accounts.remove({ userId: leaver.id })
    expect(await readImport(admin, reference.id)).toMatchObject({
      importedBy: 'Former member',
      mayUndo: true,
    })
  })
})

describe('undoing', () => {
  it('removes the people who have not signed in or been seen, once', async () => {
    const { importId, people } = await importPeople(5)
    const [joined, signedIn, seen, promoted, unused] = people.map(({ id }) => id)
    await query(
      `insert into auth.accounts (user_id, account_id, provider_id, password) values ($1::uuid, $1::uuid::text, 'credential', 'x')`,
      joined,
    )
    await query(
      `insert into auth.sessions (user_id, token, expires_at) values ($1, gen_random_uuid(), now() + interval '1 hour')`,
      signedIn,
    )
    const zone = await muster.make.zone()
    await query(
      `insert into badge_events (zone_id, number, direction, at, sent_at, user_id) values ($1, '7', 'in', now(), now(), $2)`,
      zone.id,
      seen,
    )
    await query(`update user_profiles set role = 'admin' where id = $1`, promoted)
    expect(await importsAs(otherAdmin).removal({ importId })).toEqual({ removes: 1, keeps: 4 })
    expect(await importsAs(otherAdmin).undo({ importId })).toEqual({ removed: 1, left: 0 })
    expect(await importsAs(admin).undo({ importId })).toEqual({ removed: 0, left: 0 })
    const remaining = await query('select id from user_profiles where id = any($1)', [
      ...people.map(it => it.id),
    ])
    expect(remaining.map(it => it.id)).not.toContain(unused)
    expect(remaining).toHaveLength(4)
    expect(await readImport(admin, importId)).toMatchObject({
      ...{ removed: 1, mayUndo: false, undo: { by: expect.stringContaining('Bo'), kept: 4 } },
    })
  })

  it('keeps people with whom others worked, but not for what the import and alerts wrote', async () => {
    const { id: zone } = await muster.make.zone()
    const { id: otherZone } = await muster.make.zone()
    const reference = createReference()
    const file = createPeople(11).map(it => ({ ...it, zones: [{ zone, role: 'app_user' as const }] }))
    await muster
      .call(admin)
      .accounts.createMany({ people: file, dryRun: false, update: true, import: reference })
    await importsAs(admin).end({ importId: reference.id, leftOut: 0 })
    const rows: { id: string }[] = await query(
      'select user_id as id from import_items where import_id = $1',
      reference.id,
    )
    const users = rows.map(it => it.id)
    const uses: [statement: string, ...values: unknown[]][] = [
      [
        `insert into attendance_corrections (request_id, zone_id, user_id, day, excused, reason) values (gen_random_uuid(), $2, $1, '2026-11-20', true, 'ill')`,
        zone,
      ],
      [`insert into zone_assignments (user_id, zone_id, role) values ($1, $2, 'app_user')`, otherZone],
      ['insert into zone_captains (user_id, zone_id) values ($1, $2)', zone],
      [`insert into badges (user_id, zone_id, number) values ($1, $2, '77')`, zone],
      [
        `insert into visitor_visits (host_id, zone_id, request_id, name, name_key, way, signed_in_at) values ($1, $2, gen_random_uuid(), 'V', 'v', 'hand', now())`,
        zone,
      ],
      [
        `with e as (insert into emergencies (request_id, kind, drill, zone_id, zone_name, all_clear_at) values (gen_random_uuid(), 'evacuate', true, $2, 'Z', now()) returning id)
          insert into emergency_people (emergency_id, zone_id, user_id, name, sort_name, why, state) select id, $2, $1, 'N', 'n', 'inside', 'safe' from e`,
        zone,
      ],
      [`update user_profiles set first_name = 'Edited' where id = $1`],
      [
        `insert into security_events (event_type, description, affected_user_id) values ('member_role_changed', 'x', $1)`,
      ],
    ]
    for (const [n, [statement, ...values]] of uses.entries()) await query(statement, users[n], ...values)
    await query(
      `insert into user_alerts (user_id, type, title, description, source) values ($1, 'zone_assignment', 'x', 'x', 'x')`,
      users[8],
    )
    expect(await importsAs(admin).removal({ importId: reference.id })).toEqual({
      removes: 11 - uses.length,
      keeps: uses.length,
    })
  })

  it('removes many people in batches, with an event for each person in the security log', async () => {
    const { importId, people } = await importPeople(12)
    expect(await importsAs(admin).undo({ importId })).toEqual({ removed: 10, left: 2 })
    expect(await readImport(admin, importId)).toMatchObject({ removed: 10, mayUndo: true, undo: null })
    const undone = sendPeople(admin, { id: importId, fileName: 'x' }, createPeople(1))
    expect(await readCode(undone)).toBe('IMPORT_UNDONE')
    expect(await importsAs(admin).undo({ importId })).toEqual({ removed: 2, left: 0 })
    const ids = people.map(it => it.id)
    expect(await query('select from user_profiles where id = any($1)', ids)).toEqual([])
    const events = await query(
      `select affected_user_id as id from security_events
        where event_type = 'user_deleted' and actor_id = $1 and metadata = $2`,
      admin.id,
      { importId },
    )
    expect(events.map(it => it.id).toSorted()).toEqual(ids.toSorted())
  })

  it('is refused while batches arrive', async () => {
    const reference = createReference()
    await sendPeople(admin, reference, createPeople(1))
    const importId = reference.id
    expect(await readCode(importsAs(otherAdmin).undo({ importId }))).toBe('IMPORT_RUNNING')
    await query(`update imports set noted_at = now() - interval '1 hour' where id = $1`, importId)
    expect(await importsAs(otherAdmin).undo({ importId })).toEqual({ removed: 1, left: 0 })
    expect(await readCode(sendPeople(admin, reference, createPeople(1)))).toBe('IMPORT_UNDONE')
  })

  it('does not wait for super admins, nor keep somebody who decides about a zone from it', async () => {
    await muster.make.user({ role: 'super_admin' })
    const { importId } = await importPeople(1)
    const other = await muster.db.pool.connect()
    try {
      await other.query('begin')
      await other.query(`select from user_profiles where role = 'super_admin' for update`)
      expect(await importsAs(admin).undo({ importId })).toEqual({ removed: 1, left: 0 })
      await other.query('rollback')
      await query('update clients set zones_need_approval = true')
      const zones = await importZones(1, await muster.make.user({ role: 'client_admin' }))
      await query('update clients set zones_need_approval = false')
      await other.query('begin')
      await other.query('select from zone_requests where zone_id = $1 for update', [zones.zoneIds[0]])
      const undo = importsAs(admin).undo({ importId: zones.importId })
      await expect
        .poll(
          async () =>
            await query(
              `select from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'zone_requests'`,
            ),
          {
            timeout: 20_000,
          },
        )
        .not.toEqual([])
      await other.query(`set local lock_timeout = '2s'`)
      await other.query('select from zones where id = $1 for update', [zones.zoneIds[0]])
      await other.query('commit')
      expect(await undo).toEqual({ removed: 1, left: 0 })
    } finally {
      other.release(true)
    }
  })

  it('removes the zones that nobody has used or edited', async () => {
    const { importId, zoneIds } = await importZones(4)
    const [renamed, withMember, withGroup, unused] = zoneIds as [string, string, string, string]
    await muster.call(admin).zones.update({
      ...{ zoneId: renamed, name: 'Renamed', description: '', maxCapacity: null },
    })
    await muster.make.assign(await muster.make.user(), { id: withMember, name: '' }, 'app_user')
    // As join_managed_zones does when a client admin joins the organisation.
    await query(
      `insert into zone_assignments (user_id, zone_id, role) values ($1, $2, 'client_admin')`,
      (await muster.make.user()).id,
      unused,
    )
    await query(
      `insert into groups (zone_id, name, created_by) values ($1, 'Night', $2)`,
      withGroup,
      admin.id,
    )
    expect(await importsAs(admin).removal({ importId })).toEqual({ removes: 1, keeps: 3 })
    expect(await importsAs(admin).undo({ importId })).toEqual({ removed: 1, left: 0 })
    const remaining = await query('select id from zones where id = any($1)', zoneIds)
    expect(remaining.map(it => it.id).toSorted()).toEqual([renamed, withMember, withGroup].toSorted())
    expect(remaining.map(it => it.id)).not.toContain(unused)
    expect(
      await query(
        `select metadata from security_events where event_type = 'zone_deleted' and metadata ->> 'importId' = $1`,
        importId,
      ),
    ).toEqual([{ metadata: { importId, zoneIds: [unused] } }])
  })

  it('removes zones that wait for approval, with the membership of whoever imported them', async () => {
    await query('update clients set zones_need_approval = true')
    const { importId } = await importZones(2, await muster.make.user({ role: 'client_admin' }))
    await query('update clients set zones_need_approval = false')
    expect(await importsAs(admin).undo({ importId })).toEqual({ removed: 2, left: 0 })
  })

  it('removes the badges that nobody has read or reassigned, and keeps those that existed before', async () => {
    const zone = await muster.make.zone()
    const member = await muster.make.user({ firstName: 'Ann' })
    await muster.make.assign(member, zone)
    const badges = muster.call(admin).badges
    await badges.assign({ zoneId: zone.id, badges: [{ number: '1', name: 'Old Holder' }] })
    const reference = createReference('badges.csv')
    const importId = reference.id
    const rows = ['1', '2', '3', '4', '5', '6'].map(number => ({ number, name: `Holder ${number}` }))
    const importBadges = (person = admin) =>
      muster.call(person).badges.import({ zoneId: zone.id, rows, import: reference })
    await muster.call(admin).badges.import({ zoneId: zone.id, rows, import: reference, isPreview: true })
    expect(await readImport(admin, importId)).toBeUndefined()
    await importBadges()
    await importsAs(admin).end({ importId, leftOut: 1, leftOutFile: 'x' })
    expect(await readImport(admin, importId)).toMatchObject({
      ...{ kind: 'badges', created: 5, changed: 1, leftOut: 1, state: 'ended', mayUndo: true },
    })
    // Read at a gate, given to somebody else, and inside since before the import.
    await query(
      `insert into badge_events (zone_id, number, direction, at, sent_at) values ($1, '3', 'out', now(), now())`,
      zone.id,
    )
    await badges.assign({ zoneId: zone.id, badges: [{ number: '4', userId: member.id }] })
    await query(
      `insert into badge_states (zone_id, number, direction, at, sent_at) values ($1, '5', 'in', now(), now())`,
      zone.id,
    )
    expect(await importsAs(otherAdmin).removal({ importId })).toEqual({ removes: 2, keeps: 3 })
    expect(await importsAs(otherAdmin).undo({ importId })).toEqual({ removed: 2, left: 0 })
    expect((await badges.list({ zoneId: zone.id })).rows.map(it => it.number)).toEqual(['1', '3', '4', '5'])
    expect(await readCode(importBadges())).toBe('IMPORT_UNDONE')
    expect(await readCode(importBadges(otherAdmin))).toBe('REQUEST_ID_TAKEN')
    expect(
      await query(
        `select metadata from security_events where event_type = 'badges_changed' and metadata ->> 'importId' = $1`,
        importId,
      ),
    ).toEqual([{ metadata: { importId, zoneId: zone.id, badges: 2 } }])
  })

  it('shows an import of badges to people who may change the zone, and ends with the zone', async () => {
    const zone = await muster.make.zone()
    const [client, manager] = [await muster.make.user({ role: 'client_admin' }), await muster.make.user()]
    await query(
      `insert into zone_assignments (user_id, zone_id, role, accepted_at) values ($1, $2, 'client_admin', now())`,
      client.id,
      zone.id,
    )
    await muster.make.assign(manager, zone, 'zone_manager_rw')
    const reference = createReference('badges.csv')
    const importId = reference.id
    const form = { zoneId: zone.id, rows: [{ number: '1', name: 'Cem' }] }
    const ofManager = createReference('gate.csv')
    await muster.call(manager).badges.import({ ...form, import: ofManager })
    await importsAs(manager).end({ importId: ofManager.id, leftOut: 0 })
    expect(await readImport(client, ofManager.id)).toBeUndefined()
    expect(await readCode(importsAs(client).undo({ importId: ofManager.id }))).toBe('IMPORT_NOT_FOUND')
    expect(await readImport(manager, ofManager.id)).toMatchObject({ created: 1, mayUndo: true })
    await query(`update zone_assignments set role = 'zone_manager_ro' where user_id = $1`, manager.id)
    expect(await readCode(importsAs(manager).list({}))).toBe('FORBIDDEN')
    expect(await readCode(importsAs(manager).undo({ importId: ofManager.id }))).toBe('FORBIDDEN')
    await query(`update zone_assignments set role = 'zone_manager_rw' where user_id = $1`, manager.id)
    const setGrant = (isGranted: boolean) =>
      query(
        `insert into zone_permissions (user_id, zone_id, permission, granted, given_by) values ($1, $2, 'edit_zones', $3, $1)`,
        ...[manager.id, zone.id, isGranted],
      )
    await setGrant(false)
    expect(await readCode(importsAs(manager).undo({ importId: ofManager.id }))).toBe('FORBIDDEN')
    // A change of role ends what was granted or revoked.
    await query(`update zone_assignments set role = 'zone_manager_ro' where user_id = $1`, manager.id)
    await query('delete from zone_permissions where user_id = $1', manager.id)
    await setGrant(true)
    expect(await readImport(manager, ofManager.id)).toMatchObject({
      created: 1,
      mayUndo: true,
      zone: zone.name,
    })
    const setEntryEnd = (minutes: number) =>
      query(
        `update zone_entries set expires_at = now() + $2 * interval '1 minute' where user_id = $1`,
        ...[manager.id, minutes],
      )
    await setEntryEnd(-1)
    expect(await readCode(importsAs(manager).undo({ importId: ofManager.id }))).toBe('ZONE_ENTRY_REQUIRED')
    await setEntryEnd(60)
    expect(await importsAs(manager).undo({ importId: ofManager.id })).toEqual({ removed: 1, left: 0 })
    await muster
      .call(client)
      .badges.import({ ...form, rows: [{ number: '2', name: 'Ida' }], import: reference })
    await importsAs(client).end({ importId, leftOut: 0 })
    expect(await readImport(client, importId)).toMatchObject({ created: 1, mayUndo: true })
    // A client admin may be a manager of the zone.
    await query(`update zone_assignments set role = 'zone_manager_rw' where user_id = $1`, client.id)
    await importsAs(client).end({ importId, leftOut: 0 })
    expect(await readImport(client, importId)).toMatchObject({ created: 1, mayUndo: true })
    // The same id cannot be used for another zone.
    const other = await muster.make.zone()
    expect(
      await readCode(muster.call(admin).badges.import({ ...form, zoneId: other.id, import: reference })),
    ).toBe('REQUEST_ID_TAKEN')
    await query('delete from zone_assignments where user_id = $1', client.id)
    expect(await readImport(client, importId)).toBeUndefined()
    expect(await readCode(importsAs(client).undo({ importId }))).toBe('IMPORT_NOT_FOUND')
    expect(await readImport(admin, importId)).toMatchObject({ mayUndo: true })
    await query('delete from zones where id = $1', zone.id)
    expect(await readImport(admin, importId)).toBeUndefined()
  })

  it('is refused after a month, when the job has forgotten what the import created', async () => {
    const { importId, people } = await importPeople(1)
    await query(
      `update imports set left_out = 'x', begun_at = begun_at - interval '32 days' where id = $1`,
      importId,
    )
    await removeExpired(muster.db, expiredImports)
    expect(await query('select from import_items where import_id = $1', importId)).toEqual([])
    expect(await readImport(admin, importId)).toMatchObject({ hasLeftOutFile: false, mayUndo: false })
    expect(await readCode(importsAs(admin).undo({ importId }))).toBe('IMPORT_TOO_OLD')
    expect(await readCode(importsAs(admin).leftOut({ importId }))).toBe('IMPORT_NOT_FOUND')
    expect(await query('select from user_profiles where id = $1', people[0]?.id)).toHaveLength(1)
    await query(`update imports set begun_at = begun_at - interval '1 year' where id = $1`, importId)
    await removeExpired(muster.db, expiredImports)
    expect(await readImport(admin, importId)).toBeUndefined()
  })
})
