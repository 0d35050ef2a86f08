import { maxConcurrentReportRuns } from '@muster/contract/report-runs.ts'
import { limits } from '@muster/domain/limits.ts'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ServedApp, testServer } from '../../../app/testing/served-app.ts'
import { createSignedLinks } from '../../../lib/signed-links.ts'
import { createRateLimit } from '../../../rpc/rate-limit.ts'
import { createCaller, readCode } from '../../../testing/caller.ts'
import type { TestUser } from '../../../testing/factories.ts'
import { testWorld } from '../../../testing/test-world.ts'
import { removeOldFiles } from '../../settings/download/remove-files.ts'

const tooMany = limits.directPdfRows + 1
const { server, make } = testServer()
const { zone, manager } = testWorld({ make }, { manager: 'zone_manager_rw' })
let call: ReturnType<typeof createCaller<ServedApp['services']['router']>>
beforeAll(async () => {
  call = createCaller(server.services.router, server.db, server.services.sessions)
})

const query = (text: string, ...values: unknown[]) => server.db.pool.query(text, values)
const download = ({ token }: TestUser, what: 'emergency' | 'presence', payload: object) =>
  server.app.inject({
    method: 'POST',
    url: `/download/${what}`,
    headers: { authorization: `Bearer ${token}` },
    payload,
  })
const prepare = (runId: string) => server.services.reports.prepare(runId, new AbortController().signal)
const requestRun = (
  person: TestUser,
  roll: { kind: 'missing'; emergencyId: string } | { kind: 'inside'; zoneId: string },
) => call(person).reportRuns.begin({ ...roll, requestId: crypto.randomUUID() })
/** Returns the state and problem of a run after its job. */
async function finish(person: TestUser, runId: string) {
  await prepare(runId)
  return call(person).reportRuns.get({ runId })
}
const links = createSignedLinks('a secret of the tests, long enough')
const readPath = async (runId: string): Promise<string> =>
  (await query('select path from report_runs where id = $1', runId)).rows[0].path
const fetchFile = async ({ sessionId }: TestUser, runId: string) => {
  const { statusCode, rawPayload } = await server.app.inject({
    url: links.linkTo(await readPath(runId), sessionId),
  })
  return { statusCode, start: rawPayload.subarray(0, 5).toString() }
}
async function openFile(person: TestUser, runId: string) {
  const { fileName } = await call(person).reportRuns.open({ runId })
  return { fileName, ...(await fetchFile(person, runId)) }
}
/** Takes the right to see who is inside. */
const demote = ({ id }: TestUser) =>
  query(`update zone_assignments set role = 'app_user' where user_id = $1 and zone_id = $2`, id, zone.id)

describe('the list of who is missing', () => {
  let emergencyId: string
  beforeEach(async () => {
    const ids = await call(manager).emergencies.declare({
      ...{ zoneId: zone.id, kind: 'evacuate', drill: false, requestId: crypto.randomUUID() },
    })
    emergencyId = ids.emergencyId
  })
  const addMissing = (people: number, located = false) =>
    query(
      `insert into emergency_people (emergency_id, zone_id, zone_name, name, sort_name, phone, why, seen_at, latitude, longitude)
        select $1, $2, 'Yard', 'Person ' || n, 'Person ' || n, '+91', 'inside', now(), $4::float8, $4::float8 from generate_series(1, $3) n`,
      emergencyId,
      zone.id,
      people,
      located ? 28 : null,
    )
  const requestMissing = (person: TestUser) => requestRun(person, { kind: 'missing', emergencyId })

  it('is sent at once up to 2,000 people, and made as a file beyond, for whoever requested it', async () => {
    await addMissing(limits.directPdfRows)
    expect((await download(manager, 'emergency', { emergencyId })).statusCode).toBe(200)
    await addMissing(1)
    const refusal = await download(manager, 'emergency', { emergencyId })
    expect([refusal.statusCode, refusal.json().code]).toEqual([422, 'PDF_TOO_LARGE'])

    const run = await requestMissing(manager)
    expect(run).toMatchObject({
      kind: 'missing',
      emergencyId,
      zoneId: zone.id,
      format: 'pdf',
      state: 'waiting',
    })
    expect(await finish(manager, run.id)).toMatchObject({ state: 'done', rows: tooMany })
    const file = await openFile(manager, run.id)
    expect(file).toMatchObject({ statusCode: 200, start: '%PDF-' })
    expect(file.fileName).toMatch(/^missing-.*\.pdf$/)
    const { rows } = await query(
      `select path, expires_at < now() + interval '25 hours' as is_short from report_runs where id = $1`,
      run.id,
    )
    expect(rows[0].is_short).toBe(true)

    const other = await make.user()
    await make.assign(other, zone, 'zone_manager_rw')
    expect(await readCode(call(other).reportRuns.open({ runId: run.id }))).toBe('NOT_FOUND')
    expect(
      (
        await query(
          `select metadata ->> 'accessType' as type from security_events where actor_id = $1 order by id`,
          manager.id,
        )
      ).rows
        .map(it => it.type)
        .filter(it => it !== null),
    ).toEqual(['emergency_pdf', 'emergency_pdf', 'report_missing_pdf'])

    await query('delete from emergencies where id = $1', emergencyId)
    expect((await query('select from removed_files where path = $1', rows[0].path)).rows).toHaveLength(1)
  })

  it('is requested only by those who may see who is inside, and made only if they still may', async () => {
    const [member, viewer, stranger] = [await make.user(), await make.user(), await make.user()]
    await make.assign(member, zone)
    await make.assign(viewer, zone, 'zone_manager_ro', false)
    expect(await readCode(requestMissing(member))).toBe('EMERGENCY_NOT_FOUND')
    expect(await readCode(requestMissing(stranger))).toBe('EMERGENCY_NOT_FOUND')
    expect(await readCode(requestMissing(viewer))).toBe('ZONE_ENTRY_REQUIRED')
    const run = await requestMissing(manager)
    await query('delete from zone_assignments where user_id = $1 and zone_id = $2', manager.id, zone.id)
    const { state, problem } = await finish(manager, run.id)
    expect([state, problem]).toEqual(['failed', 'Zone not found'])
  })

  it('opens only while its reader still sees all that it shows', async () => {
    await addMissing(3, true)
    const run = await requestMissing(manager)
    await finish(manager, run.id)
    expect((await openFile(manager, run.id)).statusCode).toBe(200)
    await query(
      `insert into zone_permissions (user_id, zone_id, permission, granted) values ($1, $2, 'track_live_locations', false)`,
      manager.id,
      zone.id,
    )
    expect(await readCode(call(manager).reportRuns.open({ runId: run.id }))).toBe('ROLL_CHANGED')
    expect((await fetchFile(manager, run.id)).statusCode).toBe(404)
    // A file without positions needs no permission to locate people.
    const plainRun = await requestMissing(manager)
    await finish(manager, plainRun.id)
    expect((await openFile(manager, plainRun.id)).statusCode).toBe(200)
    await demote(manager)
    expect(await readCode(call(manager).reportRuns.open({ runId: plainRun.id }))).toBe('FORBIDDEN')
  })

  it('waits for no other files of the person, and answers no request for another list', async () => {
    const inside = { kind: 'inside', zoneId: zone.id } as const
    const runs = call(manager).reportRuns
    for (let count = 0; count < maxConcurrentReportRuns; count++) await requestRun(manager, inside)
    expect(await readCode(requestRun(manager, inside))).toBe('REPORTS_WAITING')
    const reportRate = { name: 'report-runs', points: 60, seconds: 3_600 }
    await createRateLimit(server.db.pool, reportRate).take(manager.id, reportRate.points)
    const requestId = crypto.randomUUID()
    await runs.begin({ kind: 'missing', emergencyId, requestId })
    expect(await readCode(runs.begin({ ...inside, requestId }))).toBe('REQUEST_ID_TAKEN')
  })

  it('logs its export once, and not if it is cancelled', async () => {
    const put = vi.spyOn(server.services.files, 'put')
    const retriedRun = await requestMissing(manager)
    put.mockRejectedValueOnce(new Error('The disk is full'))
    await expect(prepare(retriedRun.id)).rejects.toThrow('full')
    await prepare(retriedRun.id)
    const cancelledRun = await requestMissing(manager)
    put.mockImplementationOnce(async () => {
      await call(manager).reportRuns.cancel({ runId: cancelledRun.id })
    })
    await prepare(cancelledRun.id)
    put.mockRestore()
    const { rows } = await query(
      `select metadata ->> 'rows' as rows from security_events where actor_id = $1 and metadata ->> 'accessType' = 'emergency_pdf'`,
      manager.id,
    )
    expect(rows).toHaveLength(1)
  })

  it('counts as failed when it is not made within ten minutes', async () => {
    const run = await requestMissing(manager)
    const expire = async (minutes: number) => {
      await query(
        `update report_runs set asked_at = now() - $2 * interval '1 minute' where id = $1`,
        run.id,
        minutes,
      )
      await removeOldFiles(server.db, server.services.files)
      return call(manager).reportRuns.get({ runId: run.id })
    }
    expect((await expire(9)).state).toBe('waiting')
    const { state, problem } = await expire(11)
    expect([state, problem]).toEqual(['failed', 'The file couldn’t be created.'])
  })

  it('still opens after a zone was deleted for those who see all zones', async () => {
    const admin = await make.user({ role: 'admin' })
    const run = await requestMissing(admin)
    await finish(admin, run.id)
    // As deleting the zone does it.
    await query('update emergency_zones set zone_id = null where emergency_id = $1', emergencyId)
    expect((await openFile(admin, run.id)).statusCode).toBe(200)
  })

  it('names who needs help to leave only until the all clear', async () => {
    const ann = await make.user()
    await make.assign(ann, zone)
    await query(`insert into evacuation_notes (user_id, note) values ($1, 'Wheelchair')`, ann.id)
    await query(
      `insert into emergency_people (emergency_id, zone_id, zone_name, name, sort_name, phone, why, user_id)
        values ($1, $2, 'Yard', 'Ann', 'Ann', '', 'inside', $3) on conflict do nothing`,
      emergencyId,
      zone.id,
      ann.id,
    )
    const run = await requestMissing(manager)
    await finish(manager, run.id)
    expect((await openFile(manager, run.id)).statusCode).toBe(200)
    await call(manager).emergencies.allClear({ emergencyId })
    expect(await readCode(call(manager).reportRuns.open({ runId: run.id }))).toBe('ROLL_CHANGED')
    const laterRun = await requestMissing(manager)
    await finish(manager, laterRun.id)
    expect((await openFile(manager, laterRun.id)).statusCode).toBe(200)
  })
})

describe('the list of who is inside', () => {
  it('is sent at once up to 2,000 people, and beyond made as a file, for whoever still may see it', async () => {
    const requestInside = (person: TestUser) => requestRun(person, { kind: 'inside', zoneId: zone.id })
    const people = await Promise.all(Array.from({ length: tooMany }, () => make.user()))
    await Promise.all(people.map(it => make.assign(it, zone)))
    await query(
      `update presence_tracking set is_inside_zone = true, captured_at = now(), entry_time = now()
        where zone_id = $1 and user_id <> $2`,
      zone.id,
      manager.id,
    )
    const inside = { zoneId: zone.id, kind: 'inside', format: 'pdf' }
    expect((await download(manager, 'presence', inside)).json().code).toBe('PDF_TOO_LARGE')
    expect((await download(manager, 'presence', { ...inside, format: 'csv' })).statusCode).toBe(200)
    await query(
      `update presence_tracking set is_inside_zone = false, entry_time = null where zone_id = $1 and user_id = any($2)`,
      zone.id,
      people.slice(3).map(it => it.id),
    )
    expect((await download(manager, 'presence', inside)).statusCode).toBe(200)
    const run = await requestInside(manager)
    expect(await finish(manager, run.id)).toMatchObject({ state: 'done', kind: 'inside', rows: 3 })
    const file = await openFile(manager, run.id)
    expect(file).toMatchObject({ statusCode: 200, start: '%PDF-' })
    expect(file.fileName).toMatch(/^inside-.*\.pdf$/)
    const lateRun = await requestInside(manager)
    await demote(manager)
    expect(await readCode(call(manager).reportRuns.open({ runId: run.id }))).toBe('FORBIDDEN')
    expect((await fetchFile(manager, run.id)).statusCode).toBe(404)
    expect((await finish(manager, lateRun.id)).state).toBe('failed')
    expect(await readCode(requestInside(await make.user()))).toBe('ZONE_NOT_FOUND')
  })
})
