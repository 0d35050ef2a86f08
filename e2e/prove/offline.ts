import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '@muster/server/src/db/database.ts'
import {
  createFactories,
  insideTestBox,
  outsideTestBox,
  type TestUser,
} from '@muster/server/src/testing/factories.ts'
import { type Muster, serveMuster } from '../muster.ts'

/** A reading every 15 s for an hour, as an outbox stores them. */
const READINGS = 240
const READING_INTERVAL_MS = 15_000
/** The batch size of the app. */
const BATCH_SIZE = 50
const REPEAT_SHARE = 0.3
/** Time limit in milliseconds for the sync of a single phone. */
const ONE_CLIENT_MS = 10_000
const MAX_TRIES = 200

type Reading = { id: string; lat: number; lng: number; accuracyMeters: number; capturedAt: string }
type Phone = { user: TestUser; readings: Reading[] }
type Tally = {
  requests: number
  repeats: number
  cutOff: number
  refused: number
  byStatus: Record<string, number>
}

/**
 * Makes `clients` phones that were offline for an hour send their readings from one IP address: in random order, with three in ten
 * batches sent twice and the server killed midway. Each phone has a twin that sends the same readings once and in order. Returns
 * true if nothing was lost or duplicated, visits and state match those of the twin, a single phone finished in time, and no batch
 * was rejected.
 */
export async function proveOffline(clients: number): Promise<boolean> {
  const muster = await serveMuster({ DEMO: '0' })
  const tally: Tally = { requests: 0, repeats: 0, cutOff: 0, refused: 0, byStatus: {} }
  try {
    const { phones, twins } = await addPhones(muster, clients)
    const soloMs = await measureMs(() => sync(muster, phones[0], tally, { shuffled: true }))
    const startedAt = performance.now()
    const killAfterRequests = (phones.length * READINGS) / BATCH_SIZE / 2
    const killPromise = killWhen(muster, () => tally.requests >= killAfterRequests)
    await Promise.all(phones.slice(1).map(phone => sync(muster, phone, tally, { shuffled: true })))
    await killPromise
    const seconds = Math.round((performance.now() - startedAt) / 1_000)
    const twinTally = { ...tally, requests: 0, cutOff: 0 }
    await Promise.all(twins.map(twin => sync(muster, twin, twinTally, { shuffled: false })))
    const problems = [
      ...(await compare(muster, phones, twins)),
      ...(soloMs > ONE_CLIENT_MS ? [`one phone took ${Math.round(soloMs)} ms`] : []),
      ...(tally.refused > 0 ? [`${tally.refused} batches of honest phones were refused`] : []),
      ...(tally.cutOff === 0 ? ['the server was killed when nothing was under way'] : []),
    ]
    console.log(
      JSON.stringify({
        clients,
        readings: clients * READINGS,
        seconds,
        alone: Math.round(soloMs),
        ...tally,
        faults: problems,
      }),
    )
    return problems.length === 0
  } finally {
    await muster.stop()
  }
}

async function addPhones(muster: Muster, clients: number): Promise<{ phones: Phone[]; twins: Phone[] }> {
  const url = await muster.databaseUrl()
  const db = openDatabase(url, { onError: () => undefined })
  try {
    const make = createFactories(db)
    const zone = await make.zone({ name: 'Long Quay' })
    const createPerson = async () => {
      const user = await make.user()
      await make.assign(user, zone, 'app_user', false)
      return user
    }
    const startedAt = Date.now() - READINGS * READING_INTERVAL_MS
    const [phones, twins]: [Phone[], Phone[]] = [[], []]
    for (let n = 0; n < clients; n++) {
      const walk = createWalk(startedAt)
      phones.push({ user: await createPerson(), readings: walk.map(withId) })
      twins.push({ user: await createPerson(), readings: walk.map(withId) })
    }
    return { phones, twins }
  } finally {
    await db.close()
  }
}

const withId = (reading: Omit<Reading, 'id'>): Reading => ({ ...reading, id: randomUUID() })

/** Generates a walk that alternates between inside and outside, with an occasional reading that is too vague to tell. */
function createWalk(startedAt: number): Omit<Reading, 'id'>[] {
  let inside = Math.random() < 0.5
  let stepsLeft = 0
  return Array.from({ length: READINGS }, (_, n) => {
    if (stepsLeft-- <= 0) {
      inside = !inside
      stepsLeft = 4 + Math.floor(Math.random() * 40)
    }
    const { lat, lng } = inside ? insideTestBox : outsideTestBox
    const jitter = () => (Math.random() - 0.5) * 0.00002
    const accuracyMeters = Math.random() < 0.1 ? 200 : 5
    return {
      lat: lat + jitter(),
      lng: lng + jitter(),
      accuracyMeters,
      capturedAt: new Date(startedAt + n * READING_INTERVAL_MS).toISOString(),
    }
  })
}

const measureMs = async (act: () => Promise<unknown>) => {
  const startedAt = performance.now()
  await act()
  return performance.now() - startedAt
}

function shuffle<T>(list: readonly T[]): T[] {
  const result = [...list]
  for (let n = result.length - 1; n > 0; n--) {
    const swapIndex = Math.floor(Math.random() * (n + 1))
    ;[result[n], result[swapIndex]] = [result[swapIndex] as T, result[n] as T]
  }
  return result
}

/**
 * Sends all readings of a phone in batches, retrying each until it is accepted. If `shuffled`, the readings are in random order and
 * some batches are sent again.
 */
async function sync(
  muster: Muster,
  phone: Phone | undefined,
  tally: Tally,
  { shuffled }: { shuffled: boolean },
) {
  if (!phone) throw new Error('There is no phone')
  const readings = shuffled ? shuffle(phone.readings) : phone.readings
  const batches: Reading[][] = []
  for (let n = 0; n < readings.length; n += BATCH_SIZE) batches.push(readings.slice(n, n + BATCH_SIZE))
  const repeatedBatches = shuffled ? batches.filter(() => Math.random() < REPEAT_SHARE) : []
  tally.repeats += repeatedBatches.length
  for (const batch of [...batches, ...repeatedBatches]) await deliver(muster, phone.user, batch, tally)
}

async function deliver(muster: Muster, user: TestUser, readings: Reading[], tally: Tally): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const response = await fetch(`${muster.origin}/ingest/positions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${user.token}` },
      body: JSON.stringify({ readings }),
    }).catch(() => undefined)
    if (!response) {
      tally.cutOff += 1
      await sleep(500 + Math.random() * 500)
      continue
    }
    tally.requests += 1
    tally.byStatus[response.status] = (tally.byStatus[response.status] ?? 0) + 1
    const body = (await response.json().catch(() => undefined)) as
      | { results?: { refused: unknown[] }[] }
      | undefined
    if (response.ok && body?.results?.every(({ refused }) => refused.length === 0)) return
    // A server that is starting responds with 503; a well-behaved phone must receive no other rejection.
    if (response.status !== 503) tally.refused += 1
    await sleep(500)
  }
  throw new Error('A batch was never taken')
}

async function killWhen(muster: Muster, isTime: () => boolean): Promise<void> {
  while (!isTime()) await sleep(5)
  await muster.kill()
  await muster.start()
}

/** Lists lost and duplicated readings, and how many phones differ from their twins in visits or state. */
async function compare(muster: Muster, phones: Phone[], twins: Phone[]): Promise<string[]> {
  const pairs = phones.map(({ user }, n) => ({ phone: user.id, twin: twins[n]?.user.id }))
  const count = await muster.sql(
    `select count(*)::int as rows, count(distinct id)::int as ids from position_checks where user_id = any($1::uuid[])`,
    [phones.map(({ user }) => user.id)],
  )
  const expectedCount = phones.length * READINGS
  const sentIds = phones.flatMap(({ readings }) => readings.map(({ id }) => id))
  const [result] = await muster.sql(
    'select count(*)::int as kept from position_checks where id = any($1::uuid[])',
    [sentIds],
  )
  const readVisits = (side: string) =>
    `(select coalesce(jsonb_agg(jsonb_build_array(entry_time, exit_time) order by entry_time), '[]') from presence_history where user_id = p.${side})`
  const readState = (side: string) =>
    `(select jsonb_build_array(is_inside_zone, captured_at, entry_time, exit_time, pending_inside, pending_since) from presence_tracking where user_id = p.${side})`
  const comparison = await muster.sql(
    `select count(*) filter (where ${readVisits('phone')} <> ${readVisits('twin')})::int as visits,
       count(*) filter (where ${readState('phone')} is distinct from ${readState('twin')})::int as states,
       sum(jsonb_array_length(${readVisits('twin')}))::int as visited
     from jsonb_to_recordset($1::jsonb) as p (phone uuid, twin uuid)`,
    [JSON.stringify(pairs)],
  )
  const [row] = comparison
  console.log(JSON.stringify({ kept: result?.kept, rows: count[0]?.rows, visits: row?.visited }))
  return [
    ...(result?.kept === expectedCount ? [] : [`${expectedCount - Number(result?.kept)} readings are lost`]),
    ...(count[0]?.rows === expectedCount
      ? []
      : [`${Number(count[0]?.rows) - expectedCount} readings are doubled`]),
    ...(row?.visits === 0 ? [] : [`the visits of ${row?.visits} phones are not those of the replay`]),
    ...(row?.states === 0 ? [] : [`the state of ${row?.states} phones is not that of the replay`]),
    ...(Number(row?.visited) > 0 ? [] : ['nobody visited anything']),
  ]
}
