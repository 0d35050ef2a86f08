import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { maxReportRecipients } from '@muster/contract/report-mailing.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { v7 as uuidV7 } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sendError } from '../../../app/http-errors.ts'
import { NO_ACTOR } from '../../../db/actor.ts'
import { readCode } from '../../../testing/caller.ts'
import type { TestUser, TestZone } from '../../../testing/factories.ts'
import { createManualDownloadQueue } from '../../../testing/manual-download-queue.ts'
import { testServices } from '../../../testing/test-services.ts'
import { toStoredProblem } from '../problems.ts'
import type { MakeReport } from '../report-request.ts'
import { sampleDocument } from '../testing/a-document.ts'
import { beginDueSchedules } from './begin-due-schedules.ts'
import { registerUnsubscribeRoutes } from './off-door.ts'
import { createReportMailWork } from './send-report-mail.ts'

let app: FastifyInstance
const reportQueue = createManualDownloadQueue()
const requests: Parameters<MakeReport>[] = []
const world = testServices({
  reportQueue,
  env: { TIME_ZONE: 'Europe/Berlin' },
  makeReport: async (...args) => {
    requests.push(args)
    return sampleDocument
  },
})
beforeAll(async () => {
  app = Fastify()
  app.setErrorHandler(sendError)
  registerUnsubscribeRoutes(app, world.services)
})
afterAll(() => app.close())

const neverAbortedSignal = new AbortController().signal
const query = (text: string, values: unknown[] = []) => world.db.pool.query(text, values)
const mailingAs = (person: TestUser) => world.call(person).reportMailing
const schedulePlan = { kind: 'attendance', format: 'csv', rhythm: 'week', startsOn: null } as const
const beginDue = (now: string) =>
  beginDueSchedules({ db: world.db, reportQueue, timeZone: 'Europe/Berlin' }, undefined, new Date(now))

async function createMember(
  zone: TestZone,
  role: 'zone_manager_rw' | 'zone_manager_ro' | 'client_admin' | 'app_user',
) {
  const person = await world.make.user({ role })
  await world.make.assign(person, zone, role)
  return person
}
/** Creates a zone with a schedule that is next due at `dueAt`, and the people who manage it. */
async function createScheduledZone(recipients: readonly string[], dueAt = '2026-10-26T05:00:00Z') {
  const zone = await world.make.zone({ name: `Yard ${uuidV7().slice(-6)}` })
  const manager = await createMember(zone, 'zone_manager_rw')
  for (const email of recipients) await mailingAs(manager).addRecipient({ zoneId: zone.id, email })
  const schedule = await mailingAs(manager).createSchedule({
    zoneId: zone.id,
    ...schedulePlan,
    requestId: uuidV7(),
  })
  await query(
    `update report_schedules set next_run_at = $2, since = $2::timestamptz - interval '1 hour' where id = $1`,
    [schedule.id, dueAt],
  )
  return { zone, manager, schedule }
}
const listRuns = async (scheduleId: string) =>
  (
    await query(
      `select id, from_day::text as from, to_day::text as to, state, problem from report_runs where schedule_id = $1 order by asked_at`,
      [scheduleId],
    )
  ).rows
const readMailsTo = async (email: string) => {
  await world.mailQueue.settled()
  const folder = join(world.dataDir, 'mail')
  const texts = await Promise.all(
    (await readdir(folder).catch(() => [])).map(name => readFile(join(folder, name), 'utf8')),
  )
  return texts.filter(text => text.toLowerCase().includes(`\nto: ${email}`))
}

it('recipients are visible to the people who manage the zone, editable with permission, and hidden from other zones', async () => {
  const [zone, otherZone] = [await world.make.zone(), await world.make.zone()]
  const people = {
    rw: await createMember(zone, 'zone_manager_rw'),
    ro: await createMember(zone, 'zone_manager_ro'),
    client: await createMember(zone, 'client_admin'),
    user: await createMember(zone, 'app_user'),
    stranger: await createMember(otherZone, 'zone_manager_rw'),
  }
  const addedRecipient = await mailingAs(people.rw).addRecipient({
    zoneId: zone.id,
    email: 'Office@Example.com',
    name: 'Office',
  })
  expect(addedRecipient).toMatchObject({ email: 'office@example.com', name: 'Office' })
  // Adding the same address again keeps one row.
  await mailingAs(people.client).addRecipient({
    zoneId: zone.id,
    email: 'office@example.com',
    name: 'The office',
  })
  const { recipients } = await mailingAs(people.ro).recipients({ zoneId: zone.id })
  expect(recipients).toMatchObject([{ id: addedRecipient.id, name: 'The office' }])
  expect(await readCode(mailingAs(people.ro).addRecipient({ zoneId: zone.id, email: 'a@b.example' }))).toBe(
    'FORBIDDEN',
  )
  expect(
    await readCode(mailingAs(people.ro).removeRecipient({ zoneId: zone.id, recipientId: addedRecipient.id })),
  ).toBe('FORBIDDEN')
  expect(
    await readCode(
      mailingAs(people.stranger).removeRecipient({ zoneId: otherZone.id, recipientId: addedRecipient.id }),
    ),
  ).toBe('NOT_FOUND')
  await mailingAs(people.rw).removeRecipient({ zoneId: zone.id, recipientId: addedRecipient.id })
  const { rows } = await query(
    `select description from security_events where event_type = 'report_mailing_changed' and metadata ->> 'zoneId' = $1
     order by created_at, id`,
    [zone.id],
  )
  expect(rows.map(it => it.description)).toEqual([
    'An address was added to the reports of a zone.',
    'An address was taken off the reports of a zone.',
  ])
})

it('a zone has a limited number of recipients', async () => {
  const zone = await world.make.zone()
  const readWriteManager = await createMember(zone, 'zone_manager_rw')
  await query(
    `insert into report_recipients (zone_id, email) select $1, n || '@x.example' from generate_series(1, $2::int) n`,
    [zone.id, maxReportRecipients],
  )
  expect(
    await readCode(mailingAs(readWriteManager).addRecipient({ zoneId: zone.id, email: 'more@x.example' })),
  ).toBe('RECIPIENTS_FULL')
})

it('two nodes claim a due schedule once, and the report covers the last whole week', async () => {
  const { schedule, manager, zone } = await createScheduledZone(['one@x.example'])
  await beginDue('2026-10-26T04:59:59Z')
  expect(await listRuns(schedule.id)).toEqual([])
  const now = '2026-10-26T05:00:01Z'
  await Promise.all([beginDue(now), beginDue(now), beginDue(now)])
  const [run, ...otherRuns] = await listRuns(schedule.id)
  expect(otherRuns).toEqual([])
  expect(run).toMatchObject({ from: '2026-10-19', to: '2026-10-25', state: 'waiting' })
  expect(reportQueue.orders.filter(id => id === run.id)).toHaveLength(1)
  expect(reportQueue.first).toContain(run.id)
  const { schedules } = await mailingAs(manager).schedules({ zoneId: zone.id })
  expect(schedules[0]?.nextRunAt).toBe('2026-11-02T05:00:00.000000Z')
  // After an outage of weeks, only the last period is reported.
  await beginDue('2026-12-02T12:00:00Z')
  expect((await listRuns(schedule.id)).map(it => it.from)).toEqual(['2026-10-19', '2026-11-23'])
})

it("the file is emailed to each address once in the zone's name, however often the job is repeated", async () => {
  const [firstEmail, secondEmail] = ['first@x.example', 'second@x.example']
  const { schedule, zone, manager } = await createScheduledZone([firstEmail, secondEmail])
  await beginDue('2026-10-26T05:00:01Z')
  const [run] = await listRuns(schedule.id)
  await world.services.reports.prepare(run.id, neverAbortedSignal)
  expect(requests.at(-1)?.slice(0, 2)).toEqual([
    {
      kind: 'attendance',
      zoneId: zone.id,
      groupId: null,
      userId: null,
      from: '2026-10-19',
      to: '2026-10-25',
      rows: {},
    },
    null,
  ])
  for (const email of [firstEmail, secondEmail]) expect(await readMailsTo(email)).toHaveLength(1)
  const [mail = ''] = await readMailsTo(firstEmail)
  const body = mail.replace(/=\n/g, '').replace(/=3D/g, '=')
  expect(mail).toContain('filename=attendance-north-yard-2026-10-24-to-2026-10-25.csv')
  expect(mail).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(body).toContain('added first@x.example to this zone')
  // Repeat the jobs of the run and of its emails.
  await world.services.reports.prepare(run.id, neverAbortedSignal)
  const { rows } = await query('select id, email from report_deliveries where run_id = $1', [run.id])
  for (const { id, email } of rows) await world.mailQueue.add({ kind: 'report', email, deliveryId: id })
  for (const email of [firstEmail, secondEmail]) expect(await readMailsTo(email)).toHaveLength(1)
  const { rows: runs } = await mailingAs(manager).runs({ zoneId: zone.id })
  expect(runs).toMatchObject([{ id: run.id, state: 'done', sent: 2, waiting: 0, failed: [], rerun: false }])
})

it('permitted people can run a report again, one run at a time, and it is emailed again', async () => {
  const { schedule, zone, manager } = await createScheduledZone(['again@x.example'])
  const readOnlyManager = await createMember(zone, 'zone_manager_ro')
  const input = { zoneId: zone.id, scheduleId: schedule.id }
  expect(await readCode(mailingAs(readOnlyManager).rerun(input))).toBe('FORBIDDEN')
  const { runId } = await mailingAs(manager).rerun(input)
  expect(await readCode(mailingAs(manager).rerun(input))).toBe('REPORTS_WAITING')
  await world.services.reports.prepare(runId, neverAbortedSignal)
  expect(await readMailsTo('again@x.example')).toHaveLength(1)
  const { rows } = await mailingAs(readOnlyManager).runs({ zoneId: zone.id })
  expect(rows).toMatchObject([{ id: runId, rerun: true, sent: 1 }])
  expect(rows[0]?.rerunBy).toMatch(/Test$/)
})

it('a run without recipients is reported as such; an inactive zone sends nothing', async () => {
  const { schedule, zone } = await createScheduledZone([])
  await beginDue('2026-10-26T05:00:01Z')
  const [run] = await listRuns(schedule.id)
  await world.services.reports.prepare(run.id, neverAbortedSignal)
  expect(await listRuns(schedule.id)).toMatchObject([
    { state: 'failed', problem: toStoredProblem('noRecipients') },
  ])
  for (const status of ['suspended', 'pending']) {
    await query('update zones set status = $2 where id = $1', [zone.id, status])
    await beginDue(status === 'pending' ? '2026-11-10T12:00:00Z' : '2026-11-03T12:00:00Z')
    expect(await listRuns(schedule.id)).toHaveLength(1)
  }
})

it('a recipient unsubscribes with the link in the email, without signing in and only by POST', async () => {
  const { schedule, zone, manager } = await createScheduledZone(['leave@x.example', 'stay@x.example'])
  await beginDue('2026-10-26T05:00:01Z')
  const [run] = await listRuns(schedule.id)
  await world.services.reports.prepare(run.id, neverAbortedSignal)
  const [mail = ''] = await readMailsTo('leave@x.example')
  const link =
    /List-Unsubscribe: <([^>]+)>/i.exec(mail.replace(/\n\s+/g, ' '))?.[1]?.replaceAll(' ', '') ?? ''
  const url = link.replace('http://muster.example', '')
  const listRecipients = async () =>
    (await mailingAs(manager).recipients({ zoneId: zone.id })).recipients
      .filter(it => it.offAt === null)
      .map(it => it.email)

  const confirmResponse = await app.inject({ url })
  expect([confirmResponse.statusCode, confirmResponse.body]).toEqual([
    200,
    expect.stringContaining('leave@x.example'),
  ])
  const { body: arabicPage } = await app.inject({ url, headers: { 'accept-language': 'ar' } })
  expect(arabicPage).toContain('<html lang="ar" dir="rtl">')
  for (const wrongUrl of [url.replace('signature=', 'signature=x'), url.split('&')[0] ?? '', `${url}x`])
    expect((await app.inject({ method: 'POST', url: wrongUrl })).statusCode).toBe(404)
  expect(await listRecipients()).toEqual(['leave@x.example', 'stay@x.example'])
  const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' }
  const unsubscribeResponse = await app.inject({
    method: 'POST',
    url,
    headers: formHeaders,
    payload: 'List-Unsubscribe=One-Click',
  })
  expect(unsubscribeResponse.statusCode).toBe(200)
  expect(await listRecipients()).toEqual(['stay@x.example'])
  expect((await app.inject({ url })).body).toContain('no longer')

  // Only the recipient can resubscribe.
  const unsubscribedRecipient = (await mailingAs(manager).recipients({ zoneId: zone.id })).recipients.find(
    it => it.offAt,
  )
  const sameRecipient = { zoneId: zone.id, email: 'leave@x.example' }
  expect(
    await readCode(
      mailingAs(manager).removeRecipient({ zoneId: zone.id, recipientId: unsubscribedRecipient?.id ?? '' }),
    ),
  ).toBe('NOT_FOUND')
  expect(await readCode(mailingAs(manager).addRecipient(sameRecipient))).toBe('RECIPIENT_OFF')
  const { runId } = await mailingAs(manager).rerun({ zoneId: zone.id, scheduleId: schedule.id })
  await world.services.reports.prepare(runId, neverAbortedSignal)
  const { rows: mailedRows } = await query('select email from report_deliveries where run_id = $1', [runId])
  expect(mailedRows).toEqual([{ email: 'stay@x.example' }])
  await app.inject({ method: 'POST', url: `${url}&on=1`, headers: formHeaders, payload: '' })
  expect(await listRecipients()).toEqual(['leave@x.example', 'stay@x.example'])
})

it('periods due before a schedule was created or changed are skipped', async () => {
  const { schedule } = await createScheduledZone(['later@x.example'])
  await query(
    `update report_schedules set since = '2026-10-26T05:00:02Z', next_run_at = '2026-10-26T05:00:00Z' where id = $1`,
    [schedule.id],
  )
  await beginDue('2026-10-26T06:00:00Z')
  expect(await listRuns(schedule.id)).toEqual([])
})

it('permissions granted or revoked in the zone apply to report mailing, in the procedures and in row-level security', async () => {
  const { schedule, zone, manager } = await createScheduledZone(['kept@x.example'])
  const setPermission = (person: TestUser, permission: string, granted: boolean) =>
    query('insert into zone_permissions (user_id, zone_id, permission, granted) values ($1, $2, $3, $4)', [
      person.id,
      zone.id,
      permission,
      granted,
    ])
  const input = { zoneId: zone.id, scheduleId: schedule.id }
  const tryWrites = (person: TestUser) =>
    Promise.all([
      readCode(mailingAs(person).addRecipient({ zoneId: zone.id, email: person.email })),
      readCode(mailingAs(person).createSchedule({ zoneId: zone.id, ...schedulePlan, requestId: uuidV7() })),
      readCode(mailingAs(person).updateSchedule({ ...input, ...schedulePlan, enabled: true })),
      readCode(mailingAs(person).rerun(input)),
    ])
  const refusals = Array(4).fill('FORBIDDEN')
  // Row-level security gives the same result without the procedures.
  const countManagedZones = (person: TestUser) =>
    world.db.asActor({ ...NO_ACTOR, userId: person.id }, async tx => {
      const { rows } = await sql`select from actor_keeps_report_mails() kept where kept = ${zone.id}`.execute(
        tx,
      )
      return rows.length
    })

  const grantedMember = await createMember(zone, 'zone_manager_ro')
  await setPermission(grantedMember, 'manage_report_emails', true)
  expect([await tryWrites(grantedMember), await countManagedZones(grantedMember)]).toEqual([
    Array(4).fill(undefined),
    1,
  ])
  await query('delete from report_runs where schedule_id = $1', [schedule.id])
  await setPermission(manager, 'manage_report_recipients', false)
  expect([await tryWrites(manager), await countManagedZones(manager)]).toEqual([refusals, 0])
  // Without download permission people cannot have reports emailed to themselves either.
  const otherManager = await createMember(zone, 'zone_manager_rw')
  await setPermission(otherManager, 'download_reports', false)
  expect([await tryWrites(otherManager), await countManagedZones(otherManager)]).toEqual([refusals, 0])
  const { recipients } = await mailingAs(manager).recipients({ zoneId: zone.id })
  expect(recipients.map(it => it.email).sort()).toEqual(['kept@x.example', grantedMember.email].sort())
})

it('people who leave the zone or delete their account stop being recipients, and inactive accounts get no emails', async () => {
  const { schedule, zone, manager } = await createScheduledZone(['outside@x.example'])
  const [leavingMember, deletedMember, suspendedMember] = [
    await createMember(zone, 'zone_manager_ro'),
    await createMember(zone, 'zone_manager_ro'),
    await createMember(zone, 'zone_manager_ro'),
  ]
  const otherZone = await world.make.zone()
  for (const { email } of [leavingMember, deletedMember, suspendedMember])
    for (const { id } of [zone, otherZone])
      await query('insert into report_recipients (zone_id, email) values ($1, $2)', [id, email])
  await query('delete from zone_assignments where user_id = $1', [leavingMember.id])
  await query('update auth.users set email_verified = true where id = $1', [deletedMember.id])
  await query('delete from auth.users where id = $1', [deletedMember.id])
  await query(`update user_profiles set status = 'suspended' where id = $1`, [suspendedMember.id])
  const listRecipients = async (zoneId: string) =>
    (await query('select email from report_recipients where zone_id = $1', [zoneId])).rows.map(it => it.email)
  expect((await listRecipients(zone.id)).sort()).toEqual(['outside@x.example', suspendedMember.email].sort())
  expect((await listRecipients(otherZone.id)).sort()).toEqual(
    [leavingMember.email, suspendedMember.email].sort(),
  )

  await beginDue('2026-10-26T05:00:01Z')
  const [run] = await listRuns(schedule.id)
  await world.services.reports.prepare(run.id, neverAbortedSignal)
  expect(await readMailsTo('outside@x.example')).toHaveLength(1)
  expect(await readMailsTo(suspendedMember.email)).toEqual([])
  const { rows } = await mailingAs(manager).runs({ zoneId: zone.id })
  expect(rows).toMatchObject([{ sent: 1, skipped: 1, waiting: 0 }])
})

it.each([true, false])(
  'a member’s changed address (confirmed before: %s) takes its report emails along, and leaving the zone ends them',
  async isConfirmed => {
    const { schedule, zone, manager } = await createScheduledZone([])
    const person = await createMember(zone, 'zone_manager_ro')
    await query('update auth.users set email_verified = $2 where id = $1', [person.id, isConfirmed])
    await mailingAs(manager).addRecipient({ zoneId: zone.id, email: person.email })
    await beginDue('2026-10-26T05:00:01Z')
    const [run] = await listRuns(schedule.id)
    const { rows: waitingDeliveries } = await query(
      `insert into report_deliveries (run_id, recipient_id, email)
     select $1, id, email from report_recipients where zone_id = $2 returning id`,
      [run.id, zone.id],
    )
    const movedEmail = `moved-${isConfirmed}@x.example`
    await updateEmail(person, movedEmail)
    expect(await listEmailsIn(zone)).toEqual([movedEmail])
    const findDelivery = async () =>
      (await query('select email, state from report_deliveries where id = $1', [waitingDeliveries[0].id]))
        .rows
    expect(await findDelivery()).toEqual([{ email: movedEmail, state: 'waiting' }])
    const nextEmail = `next-${isConfirmed}@x.example`
    await query('insert into report_deliveries (run_id, email) values ($1, $2)', [run.id, nextEmail])
    await updateEmail(person, nextEmail)
    expect(await findDelivery()).toEqual([{ email: movedEmail, state: 'skipped' }])
    await query('delete from zone_assignments where user_id = $1', [person.id])
    expect(await listEmailsIn(zone)).toEqual([])
  },
)

it('an address keeps its report emails after somebody else signed up with it and deleted that account', async () => {
  const { zone } = await createScheduledZone([])
  const stranger = await world.make.user()
  await query('insert into report_recipients (zone_id, email) values ($1, $2)', [zone.id, stranger.email])
  await query('delete from auth.users where id = $1', [stranger.id])
  expect(await listEmailsIn(zone)).toEqual([stranger.email])
})

it('a changed address that was never confirmed diverts nobody’s report emails', async () => {
  const { zone } = await createScheduledZone(['owner@x.example'])
  const stranger = await world.make.user()
  await updateEmail(stranger, 'owner@x.example', false)
  await updateEmail(stranger, 'thief@x.example')
  expect(await listEmailsIn(zone)).toEqual(['owner@x.example'])
})

it("a changed address that is already on the zone's list stays on it once, and stays unsubscribed if its owner asked for that", async () => {
  const { zone, manager } = await createScheduledZone(['first@x.example'])
  const person = await world.make.user()
  await updateEmail(person, 'old@x.example')
  await mailingAs(manager).addRecipient({ zoneId: zone.id, email: 'old@x.example' })
  await query(`update report_recipients set off_at = now() where email = 'old@x.example'`)
  await updateEmail(person, 'first@x.example')
  const { recipients } = await mailingAs(manager).recipients({ zoneId: zone.id })
  expect(recipients.map(it => [it.email, it.offAt !== null])).toEqual([['first@x.example', true]])
})

/** Changes the address as a confirmed change would. */
async function updateEmail({ id }: TestUser, email: string, verified = true) {
  await query('update auth.users set email = $2, email_verified = $3 where id = $1', [id, email, verified])
  await query('update user_profiles set email = $2 where id = $1', [id, email])
}

const listEmailsIn = async ({ id }: TestZone) =>
  (await query('select email from report_recipients where zone_id = $1 order by email', [id])).rows.map(
    it => it.email,
  )

it("people who manage a schedule's emails can open its file, and an older file is made again for the same days", async () => {
  const { schedule, zone, manager } = await createScheduledZone(['days@x.example'])
  const clientAdmin = await createMember(zone, 'client_admin')
  const readOnlyManager = await createMember(zone, 'zone_manager_ro')
  await beginDue('2026-10-26T05:00:01Z')
  const [run] = await listRuns(schedule.id)
  await world.services.reports.prepare(run.id, neverAbortedSignal)
  const input = { zoneId: zone.id, scheduleId: schedule.id, runId: run.id }
  expect((await mailingAs(manager).runs({ zoneId: zone.id })).rows).toMatchObject([{ hasFile: true }])
  for (const person of [manager, clientAdmin])
    expect((await world.call(person).reportRuns.open({ runId: run.id })).url).toContain(run.id)
  expect(await readCode(world.call(readOnlyManager).reportRuns.open({ runId: run.id }))).toBe('FORBIDDEN')
  const stranger = await createMember(await world.make.zone(), 'zone_manager_rw')
  expect(await readCode(world.call(stranger).reportRuns.open({ runId: run.id }))).toBe('NOT_FOUND')

  await mailingAs(manager).rerun(input)
  expect((await listRuns(schedule.id)).map(it => [it.from, it.to])).toEqual(
    Array(2).fill(['2026-10-19', '2026-10-25']),
  )
})

it('switching a schedule off cancels its pending emails', async () => {
  const { schedule, zone, manager } = await createScheduledZone(['off@x.example'])
  await beginDue('2026-10-26T05:00:01Z')
  await mailingAs(manager).updateSchedule({
    zoneId: zone.id,
    scheduleId: schedule.id,
    ...schedulePlan,
    enabled: false,
  })
  const [run] = await listRuns(schedule.id)
  await world.services.reports.prepare(run.id, neverAbortedSignal)
  expect(await listRuns(schedule.id)).toMatchObject([
    { state: 'failed', problem: expect.stringContaining('turned off') },
  ])
})

it.each([
  ['our own sign-in', { responseCode: 535, command: 'AUTH PLAIN' }, 'waiting'],
  ['a server that is away', { message: 'connect ECONNREFUSED 10.0.0.5:25' }, 'waiting'],
  ['an address put off', { responseCode: 450, command: 'RCPT TO' }, 'waiting'],
  ['an address refused', { responseCode: 550, command: 'RCPT TO' }, 'failed'],
  ['a mail refused', { responseCode: 571, command: 'DATA' }, 'failed'],
])('a mail is retried or given up after a failure with %s', async (_what, mailError, state) => {
  const { schedule, zone } = await createScheduledZone([])
  await query(`insert into report_recipients (zone_id, email) values ($1, 'failing@x.example')`, [zone.id])
  await beginDue('2026-10-26T05:00:01Z')
  const [run] = await listRuns(schedule.id)
  const { rows } = await query(
    `with r as (update report_runs set state = 'done', rows = 1, bytes = $2, path = 'reports/x', expires_at = now() + interval '1 day'
       where id = $1 returning id)
     insert into report_deliveries (run_id, recipient_id, email)
     select r.id, p.id, p.email from r, report_recipients p where p.zone_id = $3 returning id`,
    // The file is too large to attach, so it is never read.
    [run.id, 1e9, zone.id],
  )
  const send = async () => {
    throw Object.assign(new Error('535 5.7.8 of mail.internal'), mailError)
  }
  const mailAttempt = createReportMailWork({ ...world.services, mailer: { ...world.services.mailer, send } })(
    { kind: 'report', email: 'failing@x.example', deliveryId: rows[0].id },
    new Date(),
  )
  if (state === 'waiting') await expect(mailAttempt).rejects.toThrow()
  else await mailAttempt
  const { rows: deliveries } = await query('select state, problem from report_deliveries where id = $1', [
    rows[0].id,
  ])
  expect(deliveries).toEqual([{ state, problem: expect.stringMatching(/^The e?mail/) }])
})
