import { join } from 'node:path'
import { reportKinds } from '@muster/domain/report.ts'
import { shiftDay } from '@muster/domain/report-span.ts'
import type pg from 'pg'
import { openLoader } from './checks/loader.ts'
import { enterAll, seed } from './checks/seed.ts'
import { type BenchServer, startServer } from './checks/start-server.ts'
import { post } from './post.ts'
import { size } from './short-form.ts'
import { withDatabase } from './with-database.ts'

const PEOPLE = size(1_000, 5)
const DAYS = 31
const VISITS = size(Number(process.env.BENCH_VISITS ?? 1_000_000), 50)
const ROUNDS = size(Number(process.env.BENCH_ROUNDS ?? 3), 1)
const LOAD_SECONDS = 12
const CONNECTIONS = 64

/**
 * Measures reports that cover a month in a zone with a thousand people and a million visits: the duration of each report, and how
 * many checks the device endpoint records with and without attendance reports being read at the same time. Attendance is also
 * measured with shifts planned for everybody, idle and under load.
 */
export function benchReport(): Promise<object[]> {
  return withDatabase(async ({ url, client, dir }) => {
    const people = await seed(client, { users: PEOPLE, zones: 1 })
    const manager = people[0]
    if (!manager) throw new Error('Nobody was made.')
    await client.query(`update zone_assignments set role = 'zone_manager_rw' where user_id = $1`, [
      manager.userId,
    ])
    await enterAll(client)
    await fillVisits(client)
    const server = await startServer(url, join(dir, 'server'))
    try {
      const today = new Date().toISOString().slice(0, 10)
      const span = { zoneId: manager.zoneId, from: shiftDay(today, 1 - DAYS), to: today }
      const readReport = async (kind: string) => {
        const startedAt = performance.now()
        await post(`${server.origin}/rpc/reports/zone`, manager.token, { ...span, kind })
        return Math.round(performance.now() - startedAt)
      }
      const lines: object[] = []
      for (const kind of reportKinds) {
        const durationsMs: number[] = []
        for (let round = 0; round < ROUNDS; round++) durationsMs.push(await readReport(kind))
        durationsMs.sort((a, b) => a - b)
        lines.push({ bench: 'report', kind, visits: VISITS, people: PEOPLE, ms: durationsMs })
        console.error(JSON.stringify(lines.at(-1)))
      }
      await addPlan(client, manager.zoneId)
      const plannedDurationsMs: number[] = []
      for (let round = 0; round < ROUNDS; round++) plannedDurationsMs.push(await readReport('attendance'))
      lines.push({
        bench: 'report',
        kind: 'attendance',
        planned: true,
        ms: plannedDurationsMs.sort((a, b) => a - b),
      })
      return [...lines, await measureUnderLoad({ dir, server, people, read: () => readReport('attendance') })]
    } finally {
      await server.stop()
    }
  })
}

/** Plans shifts for everybody on every day, starting before the first visit, so that each day of each person is evaluated. */
async function addPlan(client: pg.Client, zoneId: string) {
  await client.query(
    `update zone_assignments set assigned_at = now() - interval '90 days', accepted_at = now() - interval '90 days'`,
  )
  await client.query(
    `insert into shift_plans (request_id, zone_id, name, days, starts, ends, valid_from)
     values (gen_random_uuid(), $1, 'Days', '{1,2,3,4,5,6,7}', '08:00', '16:00', now() - interval '90 days')`,
    [zoneId],
  )
  await client.query('analyze')
}

type LoadInput = {
  readonly dir: string
  readonly server: BenchServer
  readonly people: Awaited<ReturnType<typeof seed>>
  readonly read: () => Promise<number>
}

async function measureUnderLoad({ dir, server, people, read }: LoadInput): Promise<object> {
  const loader = await openLoader(dir, server.origin, people)
  const load = () => loader.run('/ingest/positions', { connections: CONNECTIONS, seconds: LOAD_SECONDS })
  await load()
  const aloneRates: number[] = []
  const ratesWhileReading: number[] = []
  const durationsMs: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    aloneRates.push((await load()).perSecond)
    // Read one report during the twelve seconds of load, as one person would.
    const [loadResult, readMs] = await Promise.all([load(), read()])
    ratesWhileReading.push(loadResult.perSecond)
    durationsMs.push(readMs)
    console.error(
      JSON.stringify({ alone: aloneRates.at(-1), meanwhile: ratesWhileReading.at(-1), ms: readMs }),
    )
  }
  const sumRates = (rates: readonly number[]) => rates.reduce((sum, it) => sum + it, 0)
  return {
    bench: 'report',
    underLoad: 'attendance',
    planned: true,
    ms: durationsMs,
    checksAlone: Math.round(sumRates(aloneRates) / ROUNDS),
    checksMeanwhile: Math.round(sumRates(ratesWhileReading) / ROUNDS),
    ratio: Math.round((100 * sumRates(ratesWhileReading)) / sumRates(aloneRates)) / 100,
    loader: loader.name,
  }
}

/**
 * Inserts visits spread over the days of the month and the people. Each fills 30 to 80 % of its slot, so one person's visits never
 * overlap.
 */
async function fillVisits(client: pg.Client) {
  await client.query(
    `insert into presence_history (zone_id, user_id, entry_time, exit_time, duration_minutes, tracking_source)
     select a.zone_id, a.user_id, began, began + length, extract(epoch from length) / 60, 'device'
     from (select *, row_number() over (order by user_id) as n from zone_assignments) a
     cross join generate_series(1, $1::int) visit,
       lateral (select now() - $2 * interval '1 day' * visit / $1 + a.n * interval '1 second' as began,
         $2 * interval '1 day' / $1 * (0.3 + 0.5 * random()) as length) t
     where began + length < now()`,
    [Math.round(VISITS / PEOPLE), DAYS],
  )
  await client.query('analyze')
}
