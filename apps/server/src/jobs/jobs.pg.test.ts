import { PgBoss } from 'pg-boss'
import pino from 'pino'
import { describe, expect, it, vi } from 'vitest'
import { retentionJobs } from '../features/presence/retention/retention-jobs.ts'
import { testServices } from '../testing/test-services.ts'
import { createDownloadQueue, createReportQueue } from './download-queue.ts'
import { type ClockJob, startJobs } from './jobs.ts'
import { createMailQueue } from './mail-queue.ts'
import { createWebhookQueue } from './webhook-queue.ts'

const muster = testServices()
const log = pino({ level: 'silent' })
const DAY_MS = 86_400_000

async function runJob(name: string, jobs: readonly ClockJob[] = muster.services.jobs) {
  const job = jobs.find(it => it.name === name)
  if (!job) throw new Error(`There is no job ${name}.`)
  await job.run(new AbortController().signal)
}
it('emails written to files are kept for two weeks', async () => {
  const removeOlder = vi.spyOn(muster.services.mailer, 'removeOlder')
  await runJob('mail-retention')
  expect(Math.abs((removeOlder.mock.lastCall?.[0] ?? 0) - (Date.now() - 14 * DAY_MS))).toBeLessThan(10_000)
})

async function insertOldVisit(days: number) {
  const [user, zone] = [await muster.make.user(), await muster.make.zone()]
  await muster.make.assign(user, zone)
  const exit = new Date(Date.now() - days * DAY_MS)
  await muster.db.pool.query(
    `insert into presence_history (zone_id, user_id, entry_time, exit_time, tracking_source)
     values ($1, $2, $3, $3, 'manual')`,
    [zone.id, user.id, exit],
  )
  return async () =>
    (await muster.db.pool.query('select from presence_history where user_id = $1', [user.id])).rowCount === 1
}
const countEvents = async (type: string) =>
  (await muster.db.pool.query('select count(*) from security_events where event_type = $1', [type])).rows[0]
    .count

async function insertOldNotice(days: number) {
  const user = await muster.make.user()
  await muster.db.pool.query(
    `insert into user_alerts (user_id, type, title, description, source, created_at)
     values ($1, 'presence_notice', 'Ann entered', '', 'notice:1', now() - $2 * interval '1 day')`,
    [user.id, days],
  )
  return async () =>
    (await muster.db.pool.query('select from user_alerts where user_id = $1', [user.id])).rowCount === 1
}

describe('the daily jobs', () => {
  it('remove data older than the retention', async () => {
    const [expiredVisitExists, remainingVisitExists] = [await insertOldVisit(91), await insertOldVisit(89)]
    const [expiredNoticeExists, remainingNoticeExists] = [
      await insertOldNotice(91),
      await insertOldNotice(89),
    ]
    await runJob('retention')
    expect([await expiredVisitExists(), await remainingVisitExists()]).toEqual([false, true])
    expect([await expiredNoticeExists(), await remainingNoticeExists()]).toEqual([false, true])
    expect(await countEvents('user_data_cleanup')).toBe(1)
    const { services } = muster
    await runJob('retention', retentionJobs({ ...services, env: { ...services.env, RETENTION_DAYS: 80 } }))
    expect(await remainingVisitExists()).toBe(false)
  })

  it('remove exactly the expired data', async () => {
    const [erasedUser, activeUser, zone] = [
      await muster.make.user(),
      await muster.make.user(),
      await muster.make.zone(),
    ]
    await muster.make.assign(erasedUser, zone)
    await muster.make.assign(activeUser, zone)
    const hourInterval = `interval '1 hour'`
    await muster.db.pool.query(
      `update auth.sessions set expires_at = now() - interval '1 second' where user_id = $1`,
      [erasedUser.id],
    )
    await muster.db.pool.query(
      `update zone_entries set expires_at = now() - ${hourInterval} where user_id = $1`,
      [activeUser.id],
    )
    await muster.db.pool.query(`insert into auth.verifications (identifier, value, expires_at)
      values ('old', 'x', now() - ${hourInterval}), ('new', 'x', now() + ${hourInterval})`)
    await muster.db.pool.query(`insert into rate_limits (key, taken, expires_at)
      values ('old', '{}', now() - ${hourInterval}), ('new', '{}', now() + ${hourInterval})`)
    // More rows than a batch.
    await muster.db.pool.query(
      `insert into rate_limits (key, taken, expires_at)
       select 'bulk' || n, '{}', now() - ${hourInterval} from generate_series(1, 2500) n`,
    )
    await runJob('expired-rows')
    const listRemaining = async (sql: string) => (await muster.db.pool.query(sql)).rows.map(row => row.name)
    expect(await listRemaining('select user_id as name from auth.sessions')).toContain(activeUser.id)
    expect(await listRemaining('select user_id as name from auth.sessions')).not.toContain(erasedUser.id)
    const remainingEntries = await listRemaining('select user_id as name from zone_entries')
    expect(remainingEntries.length).toBeGreaterThan(0)
    expect(remainingEntries.filter(id => id === erasedUser.id || id === activeUser.id)).toEqual([])
    expect(await listRemaining('select identifier as name from auth.verifications')).toEqual(['new'])
    expect(await listRemaining('select key as name from rate_limits order by 1')).toEqual(['new'])
    const { rows } = await muster.db.pool.query(
      `select from feed_events where kind = 'session.revoked' and payload ->> 'sessionId' = $1`,
      [erasedUser.sessionId],
    )
    expect(rows).toHaveLength(1)
  })

  it('forget devices unused for half a year, unless somebody is signed in there', async () => {
    const person = await muster.make.user()
    await muster.db.pool.query(
      `insert into known_devices (user_id, token_hash, last_used_at) values
        ($1, 'gone', now() - interval '181 days'), ($1, 'lately', now() - interval '179 days'),
        ($1, 'signed in', now() - interval '181 days')`,
      [person.id],
    )
    await muster.db.pool.query(`update auth.sessions set device_hash = 'signed in' where id = $1`, [
      person.sessionId,
    ])
    await runJob('expired-rows')
    const { rows } = await muster.db.pool.query(
      `select convert_from(token_hash, 'utf8') as name from known_devices where user_id = $1 order by 1`,
      [person.id],
    )
    expect(rows.map(row => row.name)).toEqual(['lately', 'signed in'])
  })

  it('drop a day of the feed after seven days', async () => {
    await muster.db.pool.query('delete from feed_events')
    await muster.db.pool.query(
      `insert into feed_events (topic, kind, payload, created_at) values
        ('admin', 'zone.removed', '{"zoneId":"0192f0c0-0000-7000-8000-000000000001"}', now() - interval '9 days'),
        ('admin', 'zone.removed', '{"zoneId":"0192f0c0-0000-7000-8000-000000000002"}', now() - interval '7 days')`,
    )
    await runJob('parts')
    await runJob('feed-retention')
    const { rows } = await muster.db.pool.query(`select payload from feed_events`)
    expect(rows).toEqual([{ payload: { zoneId: '0192f0c0-0000-7000-8000-000000000002' } }])
  })

  it('log that the security log was tampered with', async () => {
    await runJob('security-log-check')
    expect(await countEvents('security_log_broken')).toBe(0)
    await muster.db.pool.query(`alter table security_events disable trigger refuse_change;
      update security_events set description = 'x' where number = 1;
      alter table security_events enable always trigger refuse_change`)
    await runJob('security-log-check')
    const { rows } = await muster.db.pool.query(
      `select * from security_events where event_type = 'security_log_broken'`,
    )
    expect(rows).toMatchObject([{ severity: 'critical', metadata: { firstBroken: 1, problem: 'altered' } }])
  })
})

/** Returns the dependencies of a node's jobs, with its own queues. */
const createJobDeps = () => ({
  databaseUrl: muster.databaseUrl,
  log,
  jobs: muster.services.jobs,
  mailQueue: createMailQueue(log),
  webhookQueue: createWebhookQueue(log),
  downloadQueue: createDownloadQueue(log),
  reportQueue: createReportQueue(log),
  pollSeconds: 0.5,
})

const openSender = () =>
  new PgBoss({ connectionString: muster.databaseUrl, schedule: false, supervise: false, max: 1 })

describe('the job queue', () => {
  it('schedules the jobs once, and gives a run to one of two nodes', { timeout: 60_000 }, async () => {
    const deps = createJobDeps()
    const nodes = await Promise.all([startJobs(deps), startJobs(deps)])
    const sender = openSender()
    try {
      await sender.start()
      const schedules = await sender.getSchedules()
      expect(schedules.map(it => it.name).sort()).toEqual([
        'alerts',
        'backups',
        'deleted-documents',
        'document-reviews',
        'drills',
        'due-broadcasts',
        'due-hazards',
        'emergency-late-arrivals',
        'emergency-links',
        'emergency-reminders',
        'emergency-rolls',
        'emergency-teams',
        'expired-rows',
        'feed-retention',
        'mail-retention',
        'notices',
        'parts',
        'passing-events',
        'removed-files',
        'removed-readings',
        'retention',
        'scheduled-reports',
        'security-log-check',
        'security-log-retention',
        'shared-time',
        'silent-visits',
        'stored-files',
        'unreachable-recipients',
        'unread-messages',
        'unseen-people',
        'visitors-day-end',
        'webhooks',
      ])
      expect(schedules.find(it => it.name === 'removed-readings')?.cron).toBe('* * * * *')
      expect((await sender.getQueue('urgent-report-files'))?.expireInSeconds).toBe(600)
      const expiredVisitExists = await insertOldVisit(91)
      const eventsBefore = await countEvents('user_data_cleanup')
      const [sentId, secondId] = [await sender.send('retention'), await sender.send('retention')]
      expect(sentId).not.toBeNull()
      // The queue is exclusive, so a second job is not added.
      expect(secondId).toBeNull()
      await vi.waitFor(
        async () => {
          const [job] = await sender.findJobs('retention', { id: sentId ?? '' })
          expect(job?.state).toBe('completed')
        },
        { timeout: 30_000, interval: 200 },
      )
      expect(await expiredVisitExists()).toBe(false)
      expect(await countEvents('user_data_cleanup')).toBe(eventsBefore + 1)
      const { rows } = await muster.db.pool.query(
        `select has_schema_privilege('muster_app', 'pgboss', 'usage') as may`,
      )
      expect(rows).toEqual([{ may: false }])
      const auditResult = await muster.db.pool.query('select * from audit_rls_compliance()')
      expect(auditResult.rows).toEqual([])
    } finally {
      await sender.stop({ timeout: 1_000 })
      await Promise.all(nodes.map(node => node.stop()))
    }
  })

  it('drops the schedule and queue of a former job', { timeout: 60_000 }, async () => {
    const sender = openSender()
    await sender.start()
    await sender.createQueue('former')
    await sender.schedule('former', '* * * * *')
    const node = await startJobs(createJobDeps())
    try {
      expect(await sender.getSchedules('former')).toEqual([])
      expect(await sender.getQueue('former')).toBeNull()
    } finally {
      await sender.stop({ timeout: 1_000 })
      await node.stop()
    }
  })

  it('runs a failed job again until it completes, and starts on an existing database', {
    timeout: 60_000,
  }, async () => {
    let callCount = 0
    const failOnce = (job: ClockJob): ClockJob => ({
      ...job,
      run: signal => (callCount++ === 0 ? Promise.reject(new Error('not now')) : job.run(signal)),
    })
    const jobs = await startJobs({
      ...createJobDeps(),
      jobs: muster.services.jobs.map(job => (job.name === 'expired-rows' ? failOnce(job) : job)),
    })
    const sender = openSender()
    try {
      await sender.start()
      const id = await sender.send('expired-rows')
      const waitForState = (state: string) =>
        vi.waitFor(
          async () => {
            const [job] = await sender.findJobs('expired-rows', { id: id ?? '' })
            expect(job?.state).toBe(state)
            return job
          },
          { timeout: 30_000, interval: 200 },
        )
      const waitingJob = await waitForState('retry')
      const [pauseMs, runCount] = [(waitingJob?.startAfter.getTime() ?? 0) - Date.now(), callCount]
      expect(pauseMs).toBeGreaterThan(30_000)
      // Skips the minute until the retry.
      await muster.db.pool.query('update pgboss.job set start_after = now() where id = $1', [id])
      expect(await waitForState('completed')).toMatchObject({ retryCount: 1 })
      expect(callCount).toBeGreaterThan(runCount)
    } finally {
      await sender.stop({ timeout: 1_000 })
      await jobs.stop()
    }
  })
})
