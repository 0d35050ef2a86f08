import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { findDrillDueDay } from '@muster/domain/drill-calendar.ts'
import pino from 'pino'
import { beforeAll, expect, it, vi } from 'vitest'
import { testServices } from '../testing/test-services.ts'
import { answerBroadcasts } from './answer-broadcasts.ts'
import { readDemo } from './demo.queries.ts'
import { demoEmail, demoPassword } from './demo-organisation.ts'
import { seedDemo } from './seed-demo.ts'

const world = testServices()
beforeAll(() => seedDemo(world.db, async secret => secret, Date.now(), world.services.files))

const countRows = async (from: string) =>
  (await world.db.pool.query<{ count: number }>(`select count(*) as count from ${from}`)).rows[0]?.count ?? 0
const readState = async (key: string) => {
  const { rows } = await world.db.pool.query<{ unread: number; all: number }>(
    `select count(*) filter (where not a.is_read) as unread, count(*) as all
     from user_alerts a join user_profiles u on u.id = a.user_id where u.email = $1`,
    [demoEmail(key)],
  )
  return rows[0] ?? { unread: 0, all: 0 }
}

it('the first screens show hazards in every status, answers, and a few new alerts', async () => {
  expect(await countRows('(select distinct status from hazards) it')).toBe(4)
  expect(await countRows('hazards where cardinality(photo_urls) = 1')).toBe(1)
  const { rows } = await world.db.pool.query<{ path: string; size_bytes: number }>(
    'select path, size_bytes from stored_files',
  )
  for (const { path, size_bytes } of rows) {
    expect((await readFile(new URL(`files/${basename(path)}`, import.meta.url))).length).toBe(size_bytes)
    expect(await world.services.files.open(path)).not.toBeNull()
    expect(await world.services.files.open(path.replace('.webp', '.thumb.webp'))).not.toBeNull()
  }
  expect(await countRows(`broadcast_recipients where state = 'answered'`)).toBeGreaterThan(4)
  expect(await countRows(`broadcast_recipients where state in ('queued', 'unreachable')`)).toBe(0)
  for (const key of ['manager', 'member']) {
    const { unread, all } = await readState(key)
    expect(unread).toBeGreaterThanOrEqual(1)
    expect(unread).toBeLessThan(6)
    expect(all).toBeGreaterThan(unread)
  }
  // Nobody got a push notification or an email.
  expect(await countRows('alert_deliveries')).toBe(0)
  // Some weeks of attendance, without Sundays.
  expect(await countRows('(select distinct entry_time::date from presence_history) it')).toBeGreaterThan(20)
  expect(await seedDemo(world.db, async secret => secret, Date.now(), world.services.files)).toBe(false)
  expect(demoPassword).not.toBe('')
})

it('the next drill is due when the app would say so', async () => {
  const { rows } = await world.db.pool.query<{ due_on: string; at: Date; every_months: number }>(
    'select due_on::text, last_drill_at as at, every_months from drill_calendars',
  )
  const [{ due_on: dueOn = '', at = new Date(), every_months: everyMonths = 0 } = {}] = rows
  const since = at.getTime()
  expect(dueOn).toBe(findDrillDueDay({ everyMonths, since, lastDrillAt: since }, 'Asia/Kolkata'))
})

it('a finished drill has a roll on which everybody is accounted for, and a report', async () => {
  const { rows } = await world.db.pool.query<{ id: string; zone_id: string }>(
    'select id, zone_id from emergencies',
  )
  const [{ id = '', zone_id: zoneId = '' } = {}] = rows
  const account = await world.db.pool.query<{ id: string }>('select id from user_profiles where email = $1', [
    demoEmail('super'),
  ])
  const token = 'the-demo-admin'
  await world.db.pool.query(
    `insert into auth.sessions (token, user_id, expires_at)
     values (encode(sha256(convert_to($1, 'utf8')), 'hex'), $2, now() + interval '1 day')`,
    [token, account.rows[0]?.id],
  )
  const { emergencies } = world.call({ token })
  const { states, people, allClearAt, drill } = await emergencies.get({ emergencyId: id })
  expect([drill, allClearAt !== null, states.missing, states.help]).toEqual([true, true, 0, 0])
  expect(states.not_on_site).toBe(1)
  expect(people).toBeGreaterThan(10)
  const { accountedMs, hows, timeline } = await emergencies.report({ emergencyId: id })
  expect(accountedMs).not.toContain(null)
  expect(new Set(hows.map(it => it.how))).toEqual(new Set(['own', 'captain', 'point']))
  expect(timeline.map(it => it.what)).toEqual(['declared', 'help', 'all_clear'])
  expect((await emergencies.points({ zoneId })).points).toHaveLength(2)
})

it('simulated workers see a broadcast and answer it', async () => {
  const walkers = (await readDemo(world.db)) ?? []
  const pendingRecipientsSql = `broadcast_recipients r join broadcasts b on b.id = r.broadcast_id
    where r.state in ('delivered', 'seen') and cardinality(b.answers) > 0 and b.sent_at > now() - interval '1 hour'
      and r.user_id = any(array['${walkers.map(({ userId }) => userId).join(`','`)}']::uuid[])`
  expect(await countRows(pendingRecipientsSql)).toBeGreaterThan(0)
  const stop = answerBroadcasts(world.db, walkers, pino({ level: 'silent' }), {
    everyMs: 20,
    chance: () => 0.3,
  })
  try {
    await vi.waitFor(async () => expect(await countRows(pendingRecipientsSql)).toBe(0), { timeout: 10_000 })
  } finally {
    await stop()
  }
})
