import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { enterAll, type Sender, seed } from './checks/seed.ts'
import { type BenchServer, startServer } from './checks/start-server.ts'
import { call, post } from './post.ts'
import { size } from './short-form.ts'
import { withDatabase } from './with-database.ts'

const MEMBERS = size(3_000, 30)
const BADGES = size(10_000, 100)
/** Of the badges, those of members and of people without an account. The others are assigned to nobody. */
const [OF_MEMBERS, OF_OTHERS] = [size(1_000, 10), size(4_000, 40)]
const ANSWERS_AT_ONCE = 10
/** How long readers go on sending while the emergency is open. */
const READING_MS = size(8_000, 500)
const KEY = 'bench-key'

/**
 * Measures an emergency of a zone with three thousand members and ten thousand badges inside, which arrived a moment before, while the
 * people of another zone answer an emergency of their own.
 */
export function benchEmergencyBadges(): Promise<object> {
  return withDatabase(async ({ url, client, dir }) => {
    const people = await seed(client, { users: MEMBERS * 2, zones: 2 })
    const zoneIds = [...new Set(people.map(it => it.zoneId))]
    const [zone = [], otherZone = []] = zoneIds.map(zoneId => people.filter(it => it.zoneId === zoneId))
    const [manager, otherManager] = [zone[0] as Sender, otherZone[0] as Sender]
    await client.query(`update zone_assignments set role = 'zone_manager_rw' where user_id = any($1)`, [
      [manager.userId, otherManager.userId],
    ])
    await enterAll(client)
    await client.query(
      `update presence_tracking set is_inside_zone = true, entry_time = now(), captured_at = now(), accuracy_meters = 5 where zone_id = $1`,
      [otherManager.zoneId],
    )
    await client.query('delete from alert_deliveries; delete from user_alerts; analyze')
    const server = await startServer(url, join(dir, 'server'))
    try {
      const other = await declare(server, otherManager)
      await insertBadges(client, manager.zoneId)
      const answers = answerOn(server, other.emergencyId, otherZone)
      await sleep(500)
      const declared = await timed(() => declare(server, manager))
      // The board asks for them as soon as it opens, when the database has no statistics about the roll.
      const positions = await timed(() =>
        post(`${server.origin}/rpc/emergencyBoard/positions`, manager.token, {
          emergencyId: declared.value.emergencyId,
        }),
      )
      const badges = await timed(() => waitForBadges(client, declared.value.emergencyId))
      const reading = await readBadges(server)
      const allClear = await timed(() =>
        post(`${server.origin}/rpc/emergencies/allClear`, manager.token, {
          emergencyId: declared.value.emergencyId,
        }),
      )
      const { times, failed } = await answers.stop()
      return {
        bench: 'emergency-badges',
        members: MEMBERS,
        badges: BADGES,
        declareMs: declared.ms,
        positionsMs: positions.ms,
        badgesAddedMs: declared.ms + positions.ms + badges.ms,
        readingP95Ms: Math.round(percentile(reading, 0.95)),
        allClearMs: allClear.ms,
        answers: times.length,
        answersFailed: failed,
        answersP95Ms: Math.round(percentile(times, 0.95)),
      }
    } finally {
      await server.stop()
    }
  })
}

export async function insertBadges(client: pg.Client, zoneId: string): Promise<void> {
  await client.query(
    `with numbers as (select n, lpad(n::text, 6, '0') as number from generate_series(1, $2::int) n),
      members as (select user_id, row_number() over (order by user_id) as n from zone_assignments where zone_id = $1)
    insert into badges (zone_id, number, user_id, holder)
    select $1, number, members.user_id, case when members.user_id is null then 'Holder ' || numbers.n else '' end
    from numbers left join members on members.n = numbers.n and numbers.n <= $3::int`,
    [zoneId, OF_MEMBERS + OF_OTHERS, OF_MEMBERS],
  )
  await client.query(
    `with numbers as (select lpad(n::text, 6, '0') as number, date_trunc('milliseconds', now()) as at from generate_series(1, $2::int) n),
      events as (
        insert into badge_events (zone_id, number, direction, at, sent_at, user_id, holder)
        select $1, numbers.number, 'in', at, at, b.user_id, coalesce(b.holder, '')
        from numbers left join badges b on b.zone_id = $1 and b.number = numbers.number)
    insert into badge_states (zone_id, number, direction, at, sent_at) select $1, number, 'in', at, at from numbers`,
    [zoneId, BADGES],
  )
  await client.query(
    `insert into badge_keys (zone_id, name, key_hash, request_id) values ($1, 'Gate', $2, $3)`,
    [zoneId, createHash('sha256').update(KEY).digest(), randomUUID()],
  )
}

const declare = async (server: BenchServer, manager: Sender) =>
  (await call(`${server.origin}/rpc/emergencies/declare`, manager.token, {
    ...{ zoneId: manager.zoneId, kind: 'welfare', drill: true, requestId: randomUUID() },
  })) as { emergencyId: string }

/** Waits until everybody whose badge is inside is on the roll. */
async function waitForBadges(client: pg.Client, emergencyId: string): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select badges_added_at from emergencies where id = $1', [
      emergencyId,
    ])
    if (rows[0]?.badges_added_at) return
    await sleep(50)
  }
}

/** Sends readings of known badges and of new numbers for a while; returns how long the answers took. */
async function readBadges(server: BenchServer): Promise<number[]> {
  const times: number[] = []
  const until = performance.now() + READING_MS
  for (let batch = 0; performance.now() < until; batch++) {
    const events = Array.from({ length: 200 }, (_, index) => ({
      badge:
        index < 100
          ? String(OF_MEMBERS + 1 + ((batch * 100 + index) % OF_OTHERS)).padStart(6, '0')
          : `X${batch}-${index}`,
      direction: index % 2 === 0 ? 'out' : 'in',
      at: new Date().toISOString(),
    }))
    const { ms, value } = await timed(() =>
      fetch(`${server.origin}/ingest/badges`, {
        method: 'POST',
        headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
        body: JSON.stringify({ events }),
      }),
    )
    if (!value.ok) throw new Error(await value.text())
    times.push(ms)
    await sleep(250)
  }
  return times
}

/** Lets people answer an emergency again and again, some at a time. */
function answerOn(server: BenchServer, emergencyId: string, people: readonly Sender[]) {
  const times: number[] = []
  let failed = 0
  let next = 0
  let isStopped = false
  const run = async () => {
    while (!isStopped) {
      const { token } = people[next++ % people.length] as Sender
      const answer = { emergencyId, state: 'safe', requestId: randomUUID() }
      const { ms, value } = await timed(() =>
        post(`${server.origin}/rpc/emergencies/answer`, token, answer).then(
          () => true,
          () => false,
        ),
      )
      if (value) times.push(ms)
      else failed++
      await sleep(50)
    }
  }
  const runs = Array.from({ length: ANSWERS_AT_ONCE }, run)
  return {
    async stop() {
      isStopped = true
      await Promise.all(runs)
      return { times, failed }
    },
  }
}

function percentile(durationsMs: readonly number[], fraction: number): number {
  const sorted = durationsMs.toSorted((a, b) => a - b)
  return sorted[Math.floor(fraction * sorted.length)] ?? 0
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const startedAt = performance.now()
  const value = await work()
  return { ms: Math.round(performance.now() - startedAt), value }
}
