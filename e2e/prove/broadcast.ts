import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { startStandInPushService } from '@muster/server/src/features/push/testing/stand-in-push-service.ts'
import { type Muster, serveMuster } from '../muster.ts'

type Service = Awaited<ReturnType<typeof startStandInPushService>>

/** The only fields a notification may have, sorted. None of them contains a position or a PIN. */
const FIELDS = 'badge body tag title urgency url'
/**
 * Time limit for the delivery in minutes. Allows for one attempt and five retries after 15, 30, 60, 120 and 240 seconds. Each may
 * also start late, because it waits for the scheduler or for work that a killed server had claimed.
 */
const MAX_MINUTES = 20
const SUSPENDED_PEOPLE = 10

/**
 * Sends a broadcast to `people` people with a device each, kills the server twice during delivery, and makes the push service fail
 * half of the time. Also suspends some accounts before the broadcast reaches them. Returns true if everybody else has the broadcast
 * exactly once in their inbox, everybody is in one final state, no work is left, and the service accepted a push for everybody
 * recorded as pushed.
 */
export async function proveBroadcast(people: number): Promise<boolean> {
  const service = await startStandInPushService({ fails: () => Math.random() < 0.5 })
  const muster = await serveMuster({ PUSH_ALLOW_PRIVATE: '1' })
  try {
    const startedAt = performance.now()
    const zoneId = await addPeople(muster, people, service)
    // Lock the inboxes until the first kill, so that the kill interrupts a worker before anything has reached an inbox.
    const inboxLock = muster
      .sql('begin; lock table user_alerts in exclusive mode; select pg_sleep(60)')
      .catch(() => undefined)
    const broadcastId = await sendBroadcast(muster, zoneId)
    // Suspend some accounts before the broadcast reaches them.
    await muster.sql(
      `update user_profiles set status = 'suspended' where id in (select user_id from zone_assignments where zone_id = $1
         order by user_id limit ${SUSPENDED_PEOPLE})`,
      [zoneId],
    )
    console.log(JSON.stringify({ kill: 'after the answer', ...(await readProgress(muster, broadcastId)) }))
    await muster.kill()
    await inboxLock
    await muster.start()
    while (service.received.length < people / 4) await sleep(20)
    console.log(JSON.stringify({ kill: 'while pushing', ...(await readProgress(muster, broadcastId)) }))
    await muster.kill()
    await muster.start()
    const deadline = performance.now() + MAX_MINUTES * 60_000
    for (let remaining = 1; remaining > 0 && performance.now() < deadline; ) {
      await sleep(5_000)
      const current = await readProgress(muster, broadcastId)
      remaining = current.orders + current.waiting + current.queued
    }
    const finalProgress = await readProgress(muster, broadcastId)
    const problems = findProblems(finalProgress, people, service, await listPushed(muster, broadcastId))
    const seconds = Math.round((performance.now() - startedAt) / 1_000)
    const duplicates = service.received.length - new Set(service.received.map(it => it.path)).size
    console.log(
      JSON.stringify({
        ended: seconds,
        ...finalProgress,
        taken: service.received.length,
        twice: duplicates,
        faults: problems,
      }),
    )
    return problems.length === 0
  } finally {
    await muster.stop()
    await service.stop()
  }
}

/** Creates a zone with that many members, each with a device at the push service. */
async function addPeople(muster: Muster, people: number, service: Service): Promise<string> {
  const [zone] = await muster.sql(
    `insert into zones (name, boundary, start_lat, start_lng, end_lat, end_lng)
     values ('Long Quay', 'rectangle', 28.6, 77.2, 28.602, 77.202) returning id`,
  )
  await muster.sql(
    `with accounts as (
       insert into auth.users (name, email, sign_up)
       select 'Worker ' || n, 'worker' || n || '@prove.example',
         jsonb_build_object('firstName', 'Worker', 'lastName', n::text, 'userCode', 'PROVE-' || n)
       from generate_series(1, $1) n returning id)
     insert into auth.sessions (token, user_id, expires_at)
     select encode(sha256(convert_to(id::text, 'utf8')), 'hex'), id, now() + interval '1 day' from accounts`,
    [people],
  )
  await muster.sql(
    `insert into zone_assignments (user_id, zone_id, role)
     select id, $1, 'app_user' from auth.users where email like '%@prove.example'`,
    [zone?.id],
  )
  const browsers = Array.from({ length: people }, () => service.browser())
  await muster.sql(
    `insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, user_agent)
     select s.user_id, s.id, b.endpoint, b.p256dh, b.auth, 'Phone'
     from (select s.*, row_number() over () as n from auth.sessions s join zone_assignments a on a.user_id = s.user_id
         where a.zone_id = $1) s
       join (select b.*, row_number() over () as n
         from jsonb_to_recordset($2::jsonb) as b (endpoint text, p256dh text, auth text)) b using (n)`,
    [zone?.id, JSON.stringify(browsers)],
  )
  return String(zone?.id)
}

async function sendBroadcast(muster: Muster, zoneId: string): Promise<string> {
  const { token } = await muster.signIn({ email: 'super@demo.muster.example', password: 'muster-demo' })
  const response = await muster.call('POST', '/broadcasts', {
    token,
    body: { requestId: randomUUID(), zoneId, title: 'Leave by gate 3', message: 'The crane is down.' },
  })
  return (response as { broadcastId: string }).broadcastId
}

type Progress = {
  readonly inboxes: number
  readonly alerts: number
  readonly orders: number
  readonly waiting: number
  readonly sent: number
  readonly failed: number
  readonly skipped: number
  readonly recipients: number
  readonly queued: number
  readonly delivered: number
  readonly pushed: number
  readonly unreachable: number
}

async function readProgress(muster: Muster, broadcastId: string): Promise<Progress> {
  const [row] = await muster.sql(
    `with alerts as (select * from user_alerts where source = 'broadcast:' || $1::text),
       deliveries as (select d.* from alert_deliveries d join alerts a on a.id = d.alert_id),
       recipients as (select * from broadcast_recipients where broadcast_id = $1::uuid)
     select (select count(distinct user_id)::int from alerts) as inboxes, (select count(*)::int from alerts) as alerts,
       (select count(*)::int from alert_orders) as orders,
       (select count(*)::int from deliveries where state = 'waiting') as waiting,
       (select count(*)::int from deliveries where state = 'sent') as sent,
       (select count(*)::int from deliveries where state = 'failed') as failed,
       (select count(*)::int from deliveries where state = 'skipped') as skipped,
       (select count(*)::int from recipients) as recipients,
       (select count(*)::int from recipients where state = 'queued') as queued,
       (select count(*)::int from recipients where state = 'delivered') as delivered,
       (select count(*)::int from recipients where state = 'pushed') as pushed,
       (select count(*)::int from recipients where state = 'unreachable' and reason is not null) as unreachable`,
    [broadcastId],
  )
  return row as Progress
}

/** Returns the device endpoints of the recipients recorded as pushed. */
async function listPushed(muster: Muster, broadcastId: string): Promise<string[]> {
  const rows = await muster.sql(
    `select s.endpoint from broadcast_recipients r join push_subscriptions s on s.user_id = r.user_id
     where r.broadcast_id = $1 and r.state = 'pushed'`,
    [broadcastId],
  )
  return rows.map(({ endpoint }) => new URL(String(endpoint)).pathname)
}

function findProblems(
  finalProgress: Progress,
  people: number,
  service: Service,
  pushed: readonly string[],
): string[] {
  const acceptedPaths = new Set(service.received.map(it => it.path))
  const unexpectedPushes = service.received.filter(
    ({ notice }) =>
      Object.keys(notice).toSorted().join(' ') !== FIELDS || /\d\.\d{3}/.test(JSON.stringify(notice)),
  )
  const rules: Record<string, boolean> = {
    'everybody has it once in the inbox':
      finalProgress.inboxes === people - SUSPENDED_PEOPLE && finalProgress.alerts === finalProgress.inboxes,
    'everybody is a recipient': finalProgress.recipients === people,
    'everybody is in a final state':
      finalProgress.delivered + finalProgress.pushed + finalProgress.unreachable === people,
    'who lost the account is unreachable': finalProgress.unreachable === SUSPENDED_PEOPLE,
    'no work is left': finalProgress.orders === 0 && finalProgress.waiting === 0,
    'who was pushed is who was sent it':
      finalProgress.pushed === finalProgress.sent && pushed.length === finalProgress.pushed,
    'the devices of those took it': pushed.every(it => acceptedPaths.has(it)),
    'nothing more is told': unexpectedPushes.length === 0,
  }
  return Object.keys(rules).filter(rule => !rules[rule])
}
