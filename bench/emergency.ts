import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type CpuTimes, cpuPerAnswer, readCpu } from './checks/cpu.ts'
import { openLoader } from './checks/loader.ts'
import { enterAll, type Sender, seed } from './checks/seed.ts'
import { type BenchServer, startServer } from './checks/start-server.ts'
import { call, post } from './post.ts'
import { size } from './short-form.ts'
import { withDatabase } from './with-database.ts'

const PEOPLE = size(5_000, 20)
const CONNECTIONS = Number(process.env.BENCH_CONNECTIONS ?? 64)
const SECONDS = size(Number(process.env.BENCH_SECONDS ?? 8), 1)
const ROUNDS = size(Number(process.env.BENCH_ROUNDS ?? 3), 1)

type Load = { perSecond: number; p99Ms: number; cpuUs: CpuTimes | undefined }

/**
 * Measures how many checks per second the device endpoint records while an evacuation of five thousand people is open, relative to the
 * same load without one. Both alternate, because only the ratio is comparable across machines. Everybody on the roll sends readings:
 * most are still inside, and every fiftieth reading is at an assembly point, where it makes its sender safe.
 */
export function benchEmergency(): Promise<object[]> {
  return withDatabase(async ({ url, pid, client, dir }) => {
    const people = await seed(client, { users: PEOPLE, zones: 1 })
    const manager = people[0] as Sender
    await prepareZone(client, manager)
    const server = await startServer(url, join(dir, 'server'))
    try {
      await post(`${server.origin}/rpc/emergencies/setPoints`, manager.token, {
        zoneId: manager.zoneId,
        // The load generator sends every fiftieth reading from here.
        points: [{ name: 'Gate 1', lat: manager.lat, lng: manager.lng + 0.01, radiusMeters: 100 }],
      })
      const loader = await openLoader(dir, server.origin, people)
      const load = async (seconds = SECONDS): Promise<Load> => {
        const before = await readCpu([server], [pid])
        const { perSecond, p99Ms, answered, failed } = await loader.run('/ingest/positions', {
          connections: CONNECTIONS,
          seconds,
        })
        if (failed > 0) throw new Error(`${failed} checks failed`)
        return { perSecond, p99Ms, cpuUs: cpuPerAnswer(before, await readCpu([server], [pid]), answered) }
      }
      await load(size(4, 1))
      const [alone, beside]: [Load[], Load[]] = [[], []]
      let peopleOnRoll = 0
      let safe = 0
      for (let round = 1; round <= ROUNDS; round++) {
        await goBackInside(client)
        alone.push(await load())
        await goBackInside(client)
        const emergency = await declare(server, manager)
        await waitForInboxes(client)
        beside.push(await load())
        peopleOnRoll = emergency.people
        safe = await countSafe(client, emergency.emergencyId)
        await post(`${server.origin}/rpc/emergencies/allClear`, manager.token, {
          emergencyId: emergency.emergencyId,
        })
        await waitForInboxes(client)
        console.error(JSON.stringify({ round, alone: alone.at(-1), beside: beside.at(-1), safe }))
      }
      return [
        {
          bench: 'emergency',
          people: peopleOnRoll,
          arrived: safe,
          checksAlone: Math.round(median(alone.map(it => it.perSecond))),
          checksBeside: Math.round(median(beside.map(it => it.perSecond))),
          ratio: roundToHundredths(
            median(beside.map(it => it.perSecond)) / median(alone.map(it => it.perSecond)),
          ),
          p99MsAlone: median(alone.map(it => it.p99Ms)),
          p99MsBeside: median(beside.map(it => it.p99Ms)),
          cpuUsAlone: alone.at(-1)?.cpuUs,
          cpuUsBeside: beside.at(-1)?.cpuUs,
          loader: loader.name,
        },
      ]
    } finally {
      await server.stop()
    }
  })
}

/** Makes one person the manager of the zone, and everybody a member who has entered. */
async function prepareZone(client: pg.Client, manager: Sender): Promise<void> {
  await client.query(`update zone_assignments set role = 'zone_manager_rw' where user_id = $1`, [
    manager.userId,
  ])
  await enterAll(client)
  await client.query('delete from alert_deliveries; delete from user_alerts; analyze')
}

/** Puts everybody inside, seen a moment ago. */
async function goBackInside(client: pg.Client): Promise<void> {
  await client.query(
    `update presence_tracking p set is_inside_zone = true, entry_time = coalesce(entry_time, now()), captured_at = now(), accuracy_meters = 5,
       latitude = (z.start_lat + z.end_lat) / 2, longitude = (z.start_lng + z.end_lng) / 2
     from zones z where z.id = p.zone_id`,
  )
}

async function declare(
  server: BenchServer,
  manager: Sender,
): Promise<{ emergencyId: string; people: number }> {
  return (await call(`${server.origin}/rpc/emergencies/declare`, manager.token, {
    zoneId: manager.zoneId,
    kind: 'evacuate',
    drill: true,
    requestId: randomUUID(),
  })) as { emergencyId: string; people: number }
}

async function countSafe(client: pg.Client, emergencyId: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from emergency_people where emergency_id = $1 and state = 'safe'`,
    [emergencyId],
  )
  return rows[0]?.count ?? 0
}

/**
 * Gives the call ten seconds to reach the inboxes, and drops the emails and pushes, so that neither is measured with the emergency.
 */
async function waitForInboxes(client: pg.Client): Promise<void> {
  for (let n = 0; n < 50; n++) {
    await client.query('delete from alert_deliveries')
    const { rows } = await client.query('select from alert_orders limit 1')
    if (rows.length === 0) return
    await sleep(200)
  }
}

function median(values: readonly number[]): number {
  const sortedValues = values.toSorted((a, b) => a - b)
  return sortedValues[sortedValues.length >> 1] ?? 0
}

const roundToHundredths = (value: number) => Math.round(value * 100) / 100
