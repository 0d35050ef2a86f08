import { errors } from '@muster/contract/errors.ts'
import { maxReportDays, shiftDay } from '@muster/domain/report-span.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { v7 as uuidV7 } from 'uuid'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createFileReaders, storedFolders } from '../../../app/file-readers.ts'
import { sendError } from '../../../app/http-errors.ts'
import { NO_ACTOR } from '../../../db/actor.ts'
import { createSignedLinks } from '../../../lib/signed-links.ts'
import { translate } from '../../../lib/texts/testing/translate.ts'
import { fail } from '../../../rpc/fail.ts'
import { registerFilesDoor } from '../../../rpc/files-door.ts'
import { readCode } from '../../../testing/caller.ts'
import type { TestUser, TestZone } from '../../../testing/factories.ts'
import { createManualDownloadQueue } from '../../../testing/manual-download-queue.ts'
import { testServices } from '../../../testing/test-services.ts'
import { createTestSettings } from '../../../testing/test-settings.ts'
import { sweepFiles } from '../../files/sweep-files.ts'
import { removeOldFiles } from '../../settings/download/remove-files.ts'
import { createMakeReport } from '../create-make-report.ts'
import type { MakeReport } from '../report-request.ts'
import { requireOrderedReport } from '../reports.policy.ts'
import { createWideDocument, sampleDocument } from '../testing/a-document.ts'

const makeSampleReport: MakeReport = async (_request, _actor, _signal, onProgress) => {
  onProgress(50)
  return sampleDocument
}
let currentMakeReport: MakeReport = makeSampleReport
let app: FastifyInstance
const reportQueue = createManualDownloadQueue()
const world = testServices({ reportQueue, makeReport: (...args) => currentMakeReport(...args) })
beforeAll(async () => {
  app = Fastify()
  app.setErrorHandler(sendError)
  registerFilesDoor(app, { ...world.services, mayRead: createFileReaders(world.db, null) })
})
afterAll(() => app.close())

async function countStoredFiles(id: string | undefined): Promise<number> {
  let count = 0
  for await (const _ of world.services.files.list(`reports/${id}`)) count++
  return count
}

const neverAbortedSignal = new AbortController().signal
const query = (text: string, values: unknown[] = []) => world.db.pool.query(text, values)
const runsAs = (person: TestUser) => world.call(person).reportRuns
const createRequest = (zoneId: string | null, options: object = {}) => ({
  kind: 'attendance' as const,
  zoneId,
  groupId: null,
  userId: null,
  from: '2026-10-01',
  to: '2026-10-31',
  format: 'csv' as const,
  requestId: uuidV7(),
  ...options,
})
const prepareRun = (id: string) => world.services.reports.prepare(id, neverAbortedSignal)

async function createManager(
  zone: TestZone,
  role: 'zone_manager_rw' | 'zone_manager_ro' = 'zone_manager_ro',
) {
  const person = await world.make.user({ role })
  await world.make.assign(person, zone, role)
  return person
}

it('a manager gets the file, only they receive its progress and link, and the download is logged', async () => {
  const zone = await world.make.zone()
  const [me, otherManager] = [await createManager(zone), await createManager(zone)]
  const request = createRequest(zone.id)
  const run = await runsAs(me).begin(request)
  expect(run).toMatchObject({ state: 'waiting', zoneId: zone.id, from: '2026-10-01', to: '2026-10-31' })
  expect((await runsAs(me).begin(request)).id).toBe(run.id)
  expect(reportQueue.orders.filter(id => id === run.id)).toHaveLength(1)
  await prepareRun(run.id)
  const finishedRun = await runsAs(me).get({ runId: run.id })
  expect(finishedRun).toMatchObject({ state: 'done', percent: 100, rows: sampleDocument.rows.length })
  const { url, fileName } = await runsAs(me).open({ runId: run.id })
  expect(fileName).toBe('attendance-north-yard-2026-10-24-to-2026-10-25.csv')
  expect(url).toMatch(new RegExp(`^/files/reports/${run.id}/1/${fileName}`))
  expect((await runsAs(otherManager).list()).runs).toEqual([])
  const { rows } = await query(
    `select metadata from security_events where actor_id = $1 and event_type = 'data_access'`,
    [me.id],
  )
  expect(rows).toMatchObject([
    { metadata: { accessType: 'report_attendance_csv', zoneId: zone.id, rows: sampleDocument.rows.length } },
  ])
  const { rows: events } = await query(
    `select distinct topic from feed_events where kind = 'report_run.changed' and payload ->> 'runId' = $1`,
    [run.id],
  )
  expect(events).toEqual([{ topic: `user:${me.id}` }])
})

it('a requested file keeps its filters, and the list states that it contains only some rows', async () => {
  const zone = await world.make.zone()
  const me = await createManager(zone)
  const filter = { search: 'lind', bar: { column: 'day', value: '2026-10-05' } }
  const [plainRun, filteredRun] = [
    await runsAs(me).begin(createRequest(zone.id)),
    await runsAs(me).begin(createRequest(zone.id, filter)),
  ]
  expect([plainRun.isFiltered, filteredRun.isFiltered]).toEqual([false, true])
  const requests: unknown[] = []
  currentMakeReport = async (request, ...rest) => {
    requests.push(request.rows)
    return makeSampleReport(request, ...rest)
  }
  await prepareRun(plainRun.id)
  await prepareRun(filteredRun.id)
  currentMakeReport = makeSampleReport
  expect(requests).toEqual([{}, filter])
})

it('a file cannot be requested for a chart bar that the report does not have', async () => {
  const zone = await world.make.zone()
  const me = await createManager(zone)
  for (const column of ['nope', 'severity'])
    expect(await readCode(runsAs(me).begin(createRequest(zone.id, { bar: { column, value: 'x' } })))).toBe(
      'REPORT_BAR_UNKNOWN',
    )
  expect((await runsAs(me).list()).runs).toEqual([])
})

it('a file requested with a filter contains the filtered rows', async () => {
  const zone = await world.make.zone()
  const me = await createManager(zone)
  for (const title of ['Oil spill', 'Loose cable'])
    await query(
      `insert into hazards (request_id, title, description, severity, zone_id, reported_by, created_at)
       values ($1, $2, 'Near the gate', 'low', $3, $4, now() - interval '1 day')`,
      [uuidV7(), title, zone.id, me.id],
    )
  const today = new Date().toISOString().slice(0, 10)
  const span = { kind: 'notifications' as const, from: shiftDay(today, -3), to: today }
  const run = await runsAs(me).begin(createRequest(zone.id, { ...span, search: 'spill' }))
  const { databaseUrl, dataDir } = world
  currentMakeReport = createMakeReport({
    db: world.db,
    env: createTestSettings({ databaseUrl, dataDir }).env,
  })
  await prepareRun(run.id)
  currentMakeReport = makeSampleReport
  expect(await runsAs(me).get({ runId: run.id })).toMatchObject({ state: 'done', rows: 1 })
  const { rows } = await query('select path from report_runs where id = $1', [run.id])
  const links = createSignedLinks('a secret of the tests, long enough')
  const file = await app.inject({ url: links.linkTo(rows[0].path, me.sessionId) })
  expect((await runsAs(me).open({ runId: run.id })).fileName).toMatch(/-filtered\.csv$/)
  expect(file.payload).toContain('Search,spill')
  expect(file.payload).toContain('Oil spill')
  expect(file.payload).not.toContain('Loose cable')
})

it('a person who has just lost the role cannot open a file, not even with a saved link', async () => {
  const zone = await world.make.zone()
  const me = await createManager(zone, 'zone_manager_rw')
  const run = await runsAs(me).begin(createRequest(zone.id))
  await prepareRun(run.id)
  const links = createSignedLinks('a secret of the tests, long enough')
  const { rows } = await query('select path from report_runs where id = $1', [run.id])
  const downloadFile = () => app.inject({ url: links.linkTo(rows[0].path, me.sessionId) })
  const firstDownload = await downloadFile()
  expect([firstDownload.statusCode, firstDownload.rawPayload.length]).toEqual([
    200,
    (await runsAs(me).get({ runId: run.id })).bytes,
  ])
  await query('delete from zone_assignments where user_id = $1', [me.id])
  expect(await readCode(runsAs(me).open({ runId: run.id }))).toBe('ZONE_NOT_FOUND')
  expect((await downloadFile()).statusCode).toBe(404)
})

it('a request is refused for another zone, for a zone not entered, and for members except for their own last fortnight', async () => {
  const [zone, otherZone] = [await world.make.zone(), await world.make.zone()]
  const manager = await createManager(zone)
  expect(await readCode(runsAs(manager).begin(createRequest(otherZone.id)))).toBe('ZONE_NOT_FOUND')
  const member = await world.make.user()
  await world.make.assign(member, zone)
  expect(await readCode(runsAs(member).begin(createRequest(zone.id)))).toBe('FORBIDDEN')
  const today = new Date().toISOString().slice(0, 10)
  const ownRequest = { zoneId: null, userId: member.id, from: shiftDay(today, -12), to: today }
  expect(
    await readCode(
      runsAs(member).begin(createRequest(zone.id, { ...ownRequest, from: shiftDay(today, -15) })),
    ),
  ).toBe('REPORT_FORTNIGHT_ONLY')
  expect((await runsAs(member).begin(createRequest(zone.id, ownRequest))).state).toBe('waiting')
  for (const [from, to] of [
    ['2026-10-12', '2026-10-11'],
    [shiftDay('2026-10-11', -maxReportDays), '2026-10-11'],
  ])
    expect(await readCode(runsAs(manager).begin(createRequest(zone.id, { from, to })))).toBe('BAD_REQUEST')
})

it('a file of all zones covers the entered zones that are still permitted, and opens only while all of them are', async () => {
  const me = await world.make.user({ role: 'zone_manager_ro' })
  expect(await readCode(runsAs(me).begin(createRequest(null)))).toBe('FORBIDDEN')
  const [north, south, closedZone] = [
    await world.make.zone(),
    await world.make.zone(),
    await world.make.zone(),
  ]
  await world.make.assign(me, closedZone, 'zone_manager_ro', false)
  expect(await readCode(runsAs(me).begin(createRequest(null)))).toBe('ZONE_ENTRY_REQUIRED')
  for (const zone of [north, south]) await world.make.assign(me, zone, 'zone_manager_ro')
  const run = await runsAs(me).begin(createRequest(null))
  let coveredZoneIds: readonly string[] = []
  currentMakeReport = (request, actor, ...more) => {
    coveredZoneIds = actor?.zoneIds ?? []
    return makeSampleReport(request, actor, ...more)
  }
  await prepareRun(run.id)
  currentMakeReport = makeSampleReport
  expect(new Set(coveredZoneIds)).toEqual(new Set([north.id, south.id]))
  expect((await runsAs(me).open({ runId: run.id })).url).toContain(run.id)

  const readAllowedCodes = () =>
    world.db.asActor({ ...NO_ACTOR, userId: me.id }, tx =>
      requireOrderedReport(tx, me.id, createRequest(null), coveredZoneIds),
    )
  await query(
    `insert into zone_permissions (user_id, zone_id, permission, granted) values ($1, $2, 'download_reports', false)`,
    [me.id, north.id],
  )
  expect(await readAllowedCodes()).toEqual([south.id])
  expect(await readCode(runsAs(me).open({ runId: run.id }))).toBe('FORBIDDEN')
  await query('delete from zone_permissions where user_id = $1', [me.id])
  await query('delete from zone_entries where user_id = $1 and zone_id = $2', [me.id, north.id])
  expect(await readCode(runsAs(me).open({ runId: run.id }))).toBe('ZONE_ENTRY_REQUIRED')
  await query(`update zones set status = 'suspended' where id = $1`, [south.id])
  expect(await readAllowedCodes()).toEqual([north.id])
  await query('delete from zone_assignments where user_id = $1', [me.id])
  expect(await readCode(readAllowedCodes())).toBe('FORBIDDEN')
  expect(await readCode(runsAs(me).open({ runId: run.id }))).toBe('FORBIDDEN')
})

it('a file reports its progress while it is written, and stops when cancelled', async () => {
  const zone = await world.make.zone()
  const me = await createManager(zone)
  const run = await runsAs(me).begin(createRequest(zone.id, { format: 'pdf' }))
  const wideReport = createWideDocument('Phone broken')
  let stopSignal = neverAbortedSignal
  currentMakeReport = async (_request, _actor, signal) => {
    stopSignal = signal
    return {
      ...wideReport,
      rows: Array.from({ length: 6_000 }, (_, at) => wideReport.rows[1]?.with(0, `${at}`) ?? []),
    }
  }
  const secondRun = prepareRun(run.id)
  await vi.waitFor(
    async () => expect((await runsAs(me).get({ runId: run.id })).percent).toBeGreaterThan(41),
    {
      timeout: 60_000,
      interval: 20,
    },
  )
  await runsAs(me).cancel({ runId: run.id })
  await secondRun
  currentMakeReport = makeSampleReport
  expect(await runsAs(me).get({ runId: run.id })).toMatchObject({ state: 'cancelled' })
  expect(stopSignal.aborted).toBe(true)
  expect(await countStoredFiles(run.id)).toBe(0)
})

it('a person can have a few files made at the same time; cancelling one frees its place and writes nothing', async () => {
  const zone = await world.make.zone()
  const me = await createManager(zone)
  const beginRun = () => runsAs(me).begin(createRequest(zone.id))
  const [firstRun] = [await beginRun(), await beginRun(), await beginRun()]
  expect(await readCode(beginRun())).toBe('REPORTS_WAITING')
  // Cancel the run while it is being made.
  currentMakeReport = async (...args) => {
    await runsAs(me).cancel({ runId: firstRun.id })
    return makeSampleReport(...args)
  }
  await prepareRun(firstRun.id)
  currentMakeReport = makeSampleReport
  expect(await runsAs(me).get({ runId: firstRun.id })).toMatchObject({ state: 'cancelled', bytes: null })
  const storedFiles = await countStoredFiles(firstRun.id)
  expect(storedFiles).toBe(0)
  expect((await beginRun()).state).toBe('waiting')
})

it('a refusal is final; any other failure is retried, then given up with a message', async () => {
  const zone = await world.make.zone()
  const me = await createManager(zone)
  const [refusedRun, brokenRun] = [
    await runsAs(me).begin(createRequest(zone.id)),
    await runsAs(me).begin(createRequest(zone.id)),
  ]
  currentMakeReport = async () => {
    throw fail('FORBIDDEN')
  }
  await prepareRun(refusedRun.id)
  expect(await runsAs(me).get({ runId: refusedRun.id })).toMatchObject({
    state: 'failed',
    problem: 'You don’t have permission to do this.',
  })
  translate(errors.FORBIDDEN.text, 'hi', 'आपको अनुमति नहीं है।')
  await query(`update user_profiles set language = 'hi' where id = $1`, [me.id])
  expect((await runsAs(me).get({ runId: refusedRun.id })).problem).toBe('आपको अनुमति नहीं है।')
  expect((await runsAs(me).list()).runs.map(run => run.problem)).toContain('आपको अनुमति नहीं है।')
  currentMakeReport = async () => {
    throw new Error('The database is away')
  }
  await expect(prepareRun(brokenRun.id)).rejects.toThrow('away')
  expect((await runsAs(me).get({ runId: brokenRun.id })).state).toBe('running')
  currentMakeReport = makeSampleReport
  await prepareRun(brokenRun.id)
  expect((await runsAs(me).get({ runId: brokenRun.id })).state).toBe('done')
})

it('files expire after some days and are deleted with their person or zone; the sweep keeps all others', async () => {
  const zone = await world.make.zone()
  const [oldMember, leavingMember, remainingMember] = [
    await createManager(zone),
    await createManager(zone),
    await createManager(zone),
  ]
  const ids: string[] = []
  for (const person of [oldMember, leavingMember, remainingMember]) {
    const { id } = await runsAs(person).begin(createRequest(zone.id))
    await prepareRun(id)
    ids.push(id)
  }
  await query(`update report_runs set expires_at = now() - interval '1 second' where id = $1`, [ids[0]])
  await query('delete from auth.users where id = $1', [leavingMember.id])
  await removeOldFiles(world.db, world.services.files)
  expect(await Promise.all(ids.map(countStoredFiles))).toEqual([0, 0, 1])
  expect(await sweepFiles(world.db, world.services.files, storedFolders)).toMatchObject({ missing: 0 })
  expect(await countStoredFiles(ids[2])).toBe(1)
  await query('delete from zones where id = $1', [zone.id])
  await removeOldFiles(world.db, world.services.files)
  expect(await countStoredFiles(ids[2])).toBe(0)
})
