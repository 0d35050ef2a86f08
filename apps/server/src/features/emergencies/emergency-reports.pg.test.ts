import { limits } from '@muster/domain/limits.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { readCsvFile } from '../../lib/testing/read-csv-file.ts'
import { readCode } from '../../testing/caller.ts'
import type { TestUser, TestZone } from '../../testing/factories.ts'
import { testServices } from '../../testing/test-services.ts'
import { testWorld } from '../../testing/test-world.ts'
import { computeDigest } from './record.queries.ts'
import { clearOldRolls, deleteOldEmergencies, forgetOnRolls } from './roll.queries.ts'

const muster = testServices()
const { zone, manager, viewer, ann, bob } = testWorld(muster, {
  manager: { firstName: 'Mia', in: 'zone_manager_rw' },
  viewer: 'zone_manager_ro',
  ann: 'app_user',
  bob: 'app_user',
})

beforeEach(async () => {
  for (const member of [ann, bob]) {
    await muster.db.pool.query(
      `update presence_tracking set is_inside_zone = true, entry_time = now() - interval '2 hours', latitude = 28.613,
        longitude = 77.209, captured_at = now(), accuracy_meters = 5 where user_id = $1 and zone_id = $2`,
      [member.id, zone.id],
    )
  }
})

const run = (statement: string, ...values: unknown[]) => muster.db.pool.query(statement, values)
const declare = async (overrides: object = {}) =>
  (
    await muster.call(manager).emergencies.declare({
      zoneId: zone.id,
      kind: 'evacuate',
      drill: true,
      requestId: crypto.randomUUID(),
      ...overrides,
    })
  ).emergencyId
const answer = (who: TestUser, emergencyId: string, state: 'safe' | 'help', more: object = {}) =>
  muster.call(who).emergencies.answer({ emergencyId, state, requestId: crypto.randomUUID(), ...more })
const endDrill = async () => {
  const emergencyId = await declare()
  await answer(ann, emergencyId, 'safe')
  await muster.call(manager).emergencies.allClear({ emergencyId })
  return emergencyId
}
/** Runs a statement in replica mode, which skips the trigger that protects the log, as dropping a partition does. */
async function asReplica(statement: string, ...values: unknown[]) {
  const owner = await muster.db.pool.connect()
  try {
    await owner.query(`set session_replication_role = replica`)
    await owner.query(`alter table security_events disable trigger all`)
    await owner.query(statement, values)
  } finally {
    await owner.query(`alter table security_events enable always trigger all`).catch(() => undefined)
    await owner.query(`set session_replication_role = default`)
    owner.release()
  }
}
const readRecord = async (emergencyId: string, who = manager) =>
  (await muster.call(who).emergencyReports.record({ emergencyId })).record

describe('the record of an emergency', () => {
  it('is made at the all clear and written to the security log', async () => {
    const emergencyId = await declare()
    expect(await readRecord(emergencyId)).toBeNull()
    await answer(ann, emergencyId, 'safe')
    await muster.call(manager).emergencies.allClear({ emergencyId })
    const record = await readRecord(emergencyId, viewer)
    expect(record).toMatchObject({ state: 'matches', people: 2, claims: 1, lateTotal: 0, removedNames: 0 })
    const { rows } = await run(
      `select metadata from security_events where event_type = 'emergency_recorded' and metadata ->> 'emergencyId' = $1`,
      emergencyId,
    )
    expect(rows).toMatchObject([
      { metadata: { digest: record?.digest, drill: true, people: 2, zoneId: zone.id } },
    ])
  })

  it('tells answers that arrive later apart, without being changed by them', async () => {
    const emergencyId = await endDrill()
    await answer(bob, emergencyId, 'safe', { waitedMs: 60_000 })
    const record = await readRecord(emergencyId)
    expect(record).toMatchObject({ state: 'matches', claims: 1, lateTotal: 1 })
    expect(record?.late).toMatchObject([{ name: 'Bob Test', state: 'safe' }])
    const { csv } = await readCsvFile(muster.call(manager).emergencyReports.exportCsv({ emergencyId }))
    expect(csv.split('\r\n').find(line => line.startsWith('Bob Test'))).toMatch(/,yes,,$/)
    expect(csv.split('\r\n').find(line => line.startsWith('Ann Test'))).toMatch(/,,,$/)
  })

  it('seals names when people are put on the roll, and at the all clear only those that changed since', async () => {
    const emergencyId = await declare()
    const listSeals = async () =>
      (await run(`select name_seal from emergency_people where emergency_id = $1 order by id`, emergencyId))
        .rows
    const before = await listSeals()
    expect(before.every(it => it.name_seal.length === 64)).toBe(true)
    // An imported row keeps the seal that its record covers.
    const imported = await run(
      `insert into emergency_people (emergency_id, name, sort_name, why, name_salt, name_seal)
        values ($1, 'Imported', 'Imported', 'by_hand', repeat('s', 36), repeat('f', 64)) returning id, name_seal`,
      emergencyId,
    )
    expect(imported.rows[0]?.name_seal).toBe('f'.repeat(64))
    await run('delete from emergency_people where id = $1', imported.rows[0]?.id)
    await run(
      `update emergency_people set name = 'Renamed' where name = 'Bob Test' and emergency_id = $1`,
      emergencyId,
    )
    await muster.call(manager).emergencies.allClear({ emergencyId })
    expect((await listSeals()).filter((it, index) => it.name_seal !== before[index]?.name_seal)).toHaveLength(
      1,
    )
    expect((await readRecord(emergencyId))?.state).toBe('matches')
  })

  it('includes an answer that is written while the all clear is given, or tells it apart', async () => {
    const emergencyId = await declare()
    await Promise.all([
      answer(ann, emergencyId, 'safe', { waitedMs: 1_000 }),
      muster.call(manager).emergencies.allClear({ emergencyId }),
      answer(bob, emergencyId, 'help', { waitedMs: 1_000 }),
    ])
    const record = await readRecord(emergencyId)
    expect(record?.state).toBe('matches')
    expect((record?.claims ?? 0) + (record?.lateTotal ?? 0)).toBe(2)
  })

  it.each([
    ['a name', `update emergency_people set name = 'Eve' where name = 'Ann Test' and emergency_id = $1`],
    ['a state', `update emergency_people set state = 'safe' where name = 'Bob Test' and emergency_id = $1`],
    [
      'an answer',
      `update emergency_claims set happened_at = happened_at - interval '1 minute' where emergency_id = $1`,
    ],
    ['a removed answer', `delete from emergency_claims where emergency_id = $1`],
    ['a removed person', `delete from emergency_people where name = 'Bob Test' and emergency_id = $1`],
    ['the mark of a drill', `update emergencies set drill = false where id = $1`],
    [
      'who counts',
      `update emergency_people set counted = false, uncounted_reason = 'x' where name = 'Bob Test' and emergency_id = $1`,
    ],
  ])('reports that %s was changed', async (_, statement) => {
    const emergencyId = await endDrill()
    expect((await run(statement, emergencyId)).rowCount).toBe(1)
    expect((await readRecord(emergencyId))?.state).toBe('changed')
  })

  it('covers why somebody does not count, until the account is deleted', async () => {
    await muster.call(manager).zoneUncounted.set({
      zoneId: zone.id,
      people: [{ userId: bob.id, reason: 'At the gate' }],
      expectedIds: [],
    })
    const emergencyId = await endDrill()
    expect((await readRecord(emergencyId))?.state).toBe('matches')
    const setReason = (reason: string | null) =>
      run(
        `update emergency_people set uncounted_reason = $2 where emergency_id = $1 and name = 'Bob Test'`,
        emergencyId,
        reason,
      )
    for (const reason of ['Elsewhere', null]) {
      await setReason(reason)
      expect((await readRecord(emergencyId))?.state).toBe('changed')
    }
    await setReason('At the gate')
    await muster.db.asOwner('a test', tx => forgetOnRolls(tx, bob.id))
    expect(await readRecord(emergencyId)).toMatchObject({ state: 'matches', removedNames: 1 })
  })

  it('still verifies in its first version, which does not cover that', async () => {
    await muster.call(manager).zoneUncounted.set({
      zoneId: zone.id,
      people: [{ userId: bob.id, reason: 'At the gate' }],
      expectedIds: [],
    })
    const emergencyId = await endDrill()
    await run(
      `update emergency_people set name_seal = encode(sha256(convert_to(name_salt || E'\\n' || name, 'UTF8')), 'hex')
        where emergency_id = $1`,
      emergencyId,
    )
    const older = await muster.db.asOwner('a test', tx => computeDigest(tx, emergencyId, 1))
    await asReplica(
      `update security_events set metadata = metadata - 'version' || jsonb_build_object('digest', $2::text)
        where event_type = 'emergency_recorded' and metadata ->> 'emergencyId' = $1`,
      emergencyId,
      older?.digest,
    )
    expect(await readRecord(emergencyId)).toMatchObject({ state: 'matches', digest: older?.digest })
    await run(
      `update emergency_people set name = 'Eve' where name = 'Bob Test' and emergency_id = $1`,
      emergencyId,
    )
    expect((await readRecord(emergencyId))?.state).toBe('changed')
  })

  it('is compared with the states of people about whom there are several answers', async () => {
    const emergencyId = await declare()
    await answer(ann, emergencyId, 'help')
    await answer(ann, emergencyId, 'safe')
    await muster.call(manager).emergencies.allClear({ emergencyId })
    expect((await readRecord(emergencyId))?.state).toBe('matches')
    await run(
      `update emergency_people set state_at = state_at - interval '1 minute' where name = 'Ann Test' and emergency_id = $1`,
      emergencyId,
    )
    expect((await readRecord(emergencyId))?.state).toBe('changed')
  })

  it('is compared with the first entry of the log, whatever was stored or logged since', async () => {
    const emergencyId = await endDrill()
    await run(`update emergencies set record_digest = repeat('0', 64) where id = $1`, emergencyId)
    await run(
      `insert into security_events (id, event_type, description, severity, metadata)
        values (uuid_v7(), 'emergency_recorded', 'x', 'info', jsonb_build_object('emergencyId', $1::text, 'digest', 'x'))`,
      emergencyId,
    )
    expect((await readRecord(emergencyId))?.state).toBe('matches')
  })

  it('says so when the log no longer contains it because of its age', async () => {
    const emergencyId = await endDrill()
    await asReplica(
      `delete from security_events where event_type = 'emergency_recorded' and metadata ->> 'emergencyId' = $1`,
      emergencyId,
    )
    expect(await readRecord(emergencyId)).toMatchObject({ state: 'unproven', eventNumber: null })
  })

  it('survives deleted accounts, and the removal of positions and names by age', async () => {
    const emergencyId = await endDrill()
    await run('delete from auth.users where id = any($1)', [ann.id, manager.id])
    const { rows } = await run(
      'select declared_at::text, all_clear_at::text from emergencies where id = $1',
      emergencyId,
    )
    const setTimes = (declaredAt: string, allClearAt: string) =>
      run(
        `update emergencies set declared_at = $2::timestamptz, all_clear_at = $3::timestamptz where id = $1`,
        emergencyId,
        declaredAt,
        allClearAt,
      )
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
    const age = limits.emergencyPositionDays + 1
    await setTimes(daysAgo(age + 1), daysAgo(age))
    await muster.db.asOwner('test', tx => clearOldRolls(100).execute(tx))
    await setTimes(rows[0].declared_at, rows[0].all_clear_at)
    const { rows: people } = await run(
      `select name, name_salt is null as unsalted, latitude from emergency_people where emergency_id = $1 order by name`,
      emergencyId,
    )
    expect(people).toEqual([
      { name: '', unsalted: true, latitude: null },
      { name: 'Bob Test', unsalted: false, latitude: null },
    ])
    expect(await readRecord(emergencyId, viewer)).toMatchObject({ state: 'matches', removedNames: 1 })
    const oldest = limits.emergencyKeptDays + 1
    await setTimes(daysAgo(oldest + 1), daysAgo(oldest))
    await muster.db.asOwner('test', tx => deleteOldEmergencies(100).execute(tx))
    expect(await readCode(muster.call(viewer).emergencyReports.record({ emergencyId }))).toBe(
      'EMERGENCY_NOT_FOUND',
    )
  })

  it('is for people who see the zone', async () => {
    const emergencyId = await endDrill()
    const stranger = await muster.make.user()
    for (const call of ['record', 'exportCsv', 'findings'] as const) {
      expect(await readCode(muster.call(stranger).emergencyReports[call]({ emergencyId }))).toBe(
        'EMERGENCY_NOT_FOUND',
      )
      expect(await readCode(muster.call(ann).emergencyReports[call]({ emergencyId }))).toBe('FORBIDDEN')
    }
  })
})

describe('the exported report', () => {
  it('says who does not count, and counts no time for them', async () => {
    await muster.call(manager).zoneUncounted.set({
      zoneId: zone.id,
      people: [{ userId: bob.id, reason: 'At the gate' }],
      expectedIds: [],
    })
    const emergencyId = await declare()
    await run(`update emergencies set declared_at = now() - interval '5 minutes' where id = $1`, emergencyId)
    await run(
      `update emergency_people set added_at = now() - interval '5 minutes' where emergency_id = $1`,
      emergencyId,
    )
    await muster.call(manager).emergencies.allClear({ emergencyId })
    const { csv } = await readCsvFile(muster.call(viewer).emergencyReports.exportCsv({ emergencyId }))
    const findLine = (name: string) => csv.split('\r\n').find(line => line.includes(name)) ?? ''
    expect(findLine('Bob Test')).toMatch(/,Missing,,0,.*,At the gate$/)
    const { rows } = await muster.call(viewer).emergencyReports.rows({ emergencyId })
    expect(rows.map(it => [it.name, it.uncountedReason, it.missingMs > 0])).toEqual([
      ['Ann Test', null, true],
      ['Bob Test', 'At the gate', false],
    ])
    expect(findLine('Ann Test')).toMatch(/,Missing,,(299|300|301),.*,$/)
  })

  it('has a row for everybody, with how they answered and how long they were missing', async () => {
    const emergencyId = await declare()
    for (const [table, column, key] of [
      ['emergencies', 'declared_at', 'id'],
      ['emergency_people', 'added_at', 'emergency_id'],
    ])
      await run(
        `update ${table} set ${column} = ${column} - interval '5 minutes' where ${key} = $1`,
        emergencyId,
      )
    await answer(ann, emergencyId, 'safe', { waitedMs: 60_000 })
    await muster.call(manager).emergencies.addPerson({
      emergencyId,
      name: '=Vera Visitor',
      requestId: crypto.randomUUID(),
    })
    await muster.call(manager).emergencies.allClear({ emergencyId })
    const { csv, rows, fileName } = await readCsvFile(
      muster.call(viewer).emergencyReports.exportCsv({ emergencyId }),
    )
    expect(rows).toBe(3)
    expect(fileName).toMatch(/^drill-.*\.csv$/)
    const lines = csv.split('\r\n')
    const findLine = (name: string) => lines.find(line => line.includes(name)) ?? ''
    expect(findLine('Ann Test')).toMatch(/Inside,.*,Safe,.*,(239|240|241),On their own phone,Ann Test,/)
    expect(findLine('Bob Test')).toMatch(/,Missing,,(299|300|301),/)
    expect(findLine('Vera Visitor')).toMatch(/^'=Vera Visitor,/)
  })
})

describe('findings', () => {
  const addFinding = (emergencyId: string, overrides: object = {}, who = manager) =>
    muster.call(who).emergencyReports.addFinding({
      emergencyId,
      zoneId: zone.id,
      text: 'Door 3 was locked',
      ownerId: ann.id,
      requestId: crypto.randomUUID(),
      ...overrides,
    })
  const listFindings = async (emergencyId: string, who = manager) =>
    (await muster.call(who).emergencyReports.findings({ emergencyId })).findings

  it('become hazards with an owner, who is alerted', async () => {
    const emergencyId = await endDrill()
    const requestId = crypto.randomUUID()
    const { hazardId } = await addFinding(emergencyId, { requestId })
    expect(await addFinding(emergencyId, { requestId })).toEqual({ hazardId })
    expect(await listFindings(emergencyId, viewer)).toMatchObject([
      {
        hazardId,
        text: 'Door 3 was locked',
        status: 'open',
        owner: { id: ann.id, name: 'Ann Test' },
        done: null,
      },
    ])
    const { rows } = await muster.call(ann).alerts.list({})
    expect(rows).toContainEqual(
      expect.objectContaining({
        title: 'Assigned to you: Door 3 was locked',
        metadata: expect.objectContaining({ hazardId }),
      }),
    )
    const { total, findings } = await muster.call(manager).emergencyReports.openFindings()
    expect([total, findings.map(it => it.hazardId)]).toEqual([1, [hazardId]])
  })

  it('say who settled them and when, and stay without an owner whose account is deleted', async () => {
    const emergencyId = await endDrill()
    const { hazardId } = await addFinding(emergencyId)
    const { hazardId: otherId } = await addFinding(emergencyId, { text: 'No megaphone' })
    const setStatus = (from: 'open' | 'resolved', to: 'open' | 'resolved') =>
      muster.call(manager).hazards.setStatus({ zoneId: zone.id, hazardId, from, to })
    await setStatus('open', 'resolved')
    const [settled] = await listFindings(emergencyId)
    expect(settled).toMatchObject({ status: 'resolved', done: { by: { name: 'Mia Test' } } })
    expect(
      (await muster.call(manager).emergencyReports.openFindings()).findings.map(it => it.hazardId),
    ).toEqual([otherId])
    await setStatus('resolved', 'open')
    expect((await listFindings(emergencyId))[0]?.done).toBeNull()
    await run('delete from auth.users where id = $1', ann.id)
    expect((await listFindings(emergencyId)).map(it => it.owner)).toEqual([null, null])
  })

  it('are settled by their owner, who reads which drill showed them, and by no other member', async () => {
    const emergencyId = await endDrill()
    const { hazardId } = await addFinding(emergencyId)
    const other = await muster.make.user()
    await muster.make.assign(other, zone)
    const setStatus = (who: TestUser, to: 'resolved' | 'closed' | 'in_progress' | 'open') =>
      muster.call(who).hazards.setStatus({
        ...{ zoneId: zone.id, hazardId, to, note: 'The lock was replaced' },
        from: to === 'open' ? 'resolved' : 'open',
      })
    expect(await muster.call(ann).hazards.get({ zoneId: zone.id, hazardId })).toMatchObject({
      maySet: ['resolved'],
      finding: { emergencyId, drill: true, kind: 'evacuate', zoneName: zone.name },
    })
    expect((await muster.call(other).hazards.get({ zoneId: zone.id, hazardId })).maySet).toEqual([])
    expect(await readCode(setStatus(other, 'resolved'))).toBe('FORBIDDEN')
    for (const step of ['closed', 'in_progress'] as const)
      expect(await readCode(setStatus(ann, step))).toBe('FORBIDDEN')
    await setStatus(ann, 'resolved')
    expect(await listFindings(emergencyId)).toMatchObject([{ done: { by: { name: 'Ann Test' } } }])
    const { rows } = await muster.call(manager).alerts.list({})
    expect(rows[0]?.metadata).toMatchObject({ hazardId })
    // Only who manages the zone opens it again or names another owner.
    expect(await readCode(setStatus(ann, 'open'))).toBe('FORBIDDEN')
    // An ordinary hazard is settled by those who manage the zone, also if it is assigned to somebody else.
    const report = { title: 'Oil', description: 'Oil', position: null, requestId: crypto.randomUUID() }
    const { hazardId: reportedId } = await muster.call(manager).hazards.report({ zoneId: zone.id, ...report })
    const inZone = { zoneId: zone.id, hazardId: reportedId }
    await muster.call(manager).hazards.assign({ ...inZone, userId: ann.id, dueAt: null })
    expect(await muster.call(ann).hazards.get(inZone)).toMatchObject({ maySet: [], finding: null })
    expect(
      await readCode(muster.call(ann).hazards.setStatus({ ...inZone, from: 'open', to: 'resolved' })),
    ).toBe('FORBIDDEN')
  })

  it('are added after the all clear by those who may send, for members, with a due time ahead', async () => {
    const emergencyId = await declare()
    expect(await readCode(addFinding(emergencyId))).toBe('EMERGENCY_OPEN')
    await muster.call(manager).emergencies.allClear({ emergencyId })
    expect(await readCode(addFinding(emergencyId, {}, viewer))).toBe('FORBIDDEN')
    expect(await readCode(addFinding(emergencyId, {}, ann))).toBe('FORBIDDEN')
    const stranger = await muster.make.user()
    expect(await readCode(addFinding(emergencyId, {}, stranger))).toBe('EMERGENCY_NOT_FOUND')
    expect(await readCode(addFinding(emergencyId, { ownerId: stranger.id }))).toBe('NOT_ASSIGNED')
    expect(await readCode(addFinding(emergencyId, { dueAt: '2020-01-01T00:00:00.000Z' }))).toBe(
      'DUE_TIME_PAST',
    )
    const otherZone = await muster.make.zone()
    expect(await readCode(addFinding(emergencyId, { zoneId: otherZone.id }))).toBe('ZONE_NOT_FOUND')
    expect(await listFindings(emergencyId)).toEqual([])
    const { rows } = await run('select count(*)::int as count from hazards where zone_id = $1', zone.id)
    expect(rows).toEqual([{ count: 0 }])
  })

  it('are at most fifty, and end with their emergency but not their notifications', async () => {
    const emergencyId = await endDrill()
    await run(
      `with made as (insert into hazards (request_id, title, description, zone_id, reported_by)
        select uuid_v7(), 'x', 'x', $1, $2 from generate_series(1, $3::int) returning id)
      insert into emergency_findings (emergency_id, hazard_id, zone_id) select $4, id, $1 from made`,
      zone.id,
      manager.id,
      limits.emergencyFindingsMost,
      emergencyId,
    )
    expect(await readCode(addFinding(emergencyId))).toBe('EMERGENCY_FINDINGS_FULL')
    expect(await listFindings(emergencyId)).toHaveLength(limits.emergencyFindingsMost)
    await run('delete from emergencies where id = $1', emergencyId)
    const { rows } = await run('select count(*)::int as count from hazards where zone_id = $1', zone.id)
    expect(rows).toEqual([{ count: limits.emergencyFindingsMost }])
  })

  it('name their zone after an emergency of all zones', async () => {
    const superAdmin = await muster.make.user({ role: 'super_admin' })
    const { emergencyId } = await muster.call(superAdmin).emergencies.declare({
      zoneId: null,
      kind: 'welfare',
      drill: true,
      requestId: crypto.randomUUID(),
    })
    await muster.call(superAdmin).emergencies.allClear({ emergencyId })
    const { hazardId } = await addFinding(emergencyId, {}, superAdmin)
    expect((await listFindings(emergencyId, superAdmin)).map(it => [it.hazardId, it.zoneId])).toEqual([
      [hazardId, zone.id],
    ])
    // Managers of a zone add findings about it.
    expect(await readCode(addFinding(emergencyId))).toBeUndefined()
    const foreignZone = await muster.make.zone()
    const owner = await muster.make.user()
    await muster.make.assign(owner, foreignZone)
    const inForeignZone = { zoneId: foreignZone.id, ownerId: owner.id }
    expect(await readCode(addFinding(emergencyId, inForeignZone))).toBe('ZONE_NOT_FOUND')
  })

  it('must be about a zone that the caller manages after an emergency of several zones', async () => {
    const [otherZone, captainZone] = [await muster.make.zone(), await muster.make.zone()]
    const head = await muster.make.user({ firstName: 'Hed' })
    for (const its of [zone, otherZone, captainZone]) {
      await muster.make.assign(head, its, 'zone_manager_rw')
      if (its !== zone) await muster.make.assign(ann, its)
    }
    await muster.make.assign(manager, captainZone)
    await muster
      .call(head)
      .zoneCaptains.set({ zoneId: captainZone.id, userIds: [manager.id], expectedIds: [] })
    const { emergencyId } = await muster.call(head).emergencies.declare({
      zoneId: zone.id,
      moreZoneIds: [otherZone.id, captainZone.id],
      kind: 'evacuate',
      drill: true,
      requestId: crypto.randomUUID(),
    })
    await muster.call(head).emergencies.allClear({ emergencyId })
    const addIn = (where: TestZone, who: TestUser) =>
      readCode(addFinding(emergencyId, { zoneId: where.id }, who))
    expect(await addIn(otherZone, head)).toBeUndefined()
    expect(await addIn(otherZone, manager)).toBe('ZONE_NOT_FOUND')
    expect(await addIn(captainZone, manager)).toBe('ZONE_NOT_FOUND')
  })
})
