import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { zoneTopic } from '@muster/contract/topic.ts'
import { type Muster, serveMuster } from '../muster.ts'
import { readAnswerText } from '../read-answer-text.ts'
import { findListProblems } from './rollcall/compare.ts'
import { assemblyPoints, createCrowd } from './rollcall/crowd.ts'
import { type Call, playRollCall, type RollCall, readList, Unanswered } from './rollcall/play.ts'
import { type Act, simulateRollCall } from './rollcall/simulation.ts'
import { watchBoard } from './rollcall/watch-board.ts'

const CAPTAINS = 20
const SEED = 20_261_127
/** The real length of the roll call, which stands for a quarter of an hour. */
const SECONDS_PER_THOUSAND = 36
const SHORTEST_SECONDS = 60
/** The shortest time between two contradictory statements about a person, and how far the time of a claim may be off. */
const GAP_MS = 8_000
const TOLERANCE_MS = 7_000
/** The shares of the roll call after which responders ask for the first list, and the server is killed. */
const FIRST_LIST_AT = 0.12
const KILLS_AT = [0.35, 0.6]
/** How soon the board must be true for those who are online, and the whole list of the missing be there. */
const BOARD_MS = 1_000
const FIRST_LIST_MS = 2_000
/** One of so many acts online is measured. */
const MEASURED_OF_ONLINE = 20
/** Time for the last newcomers and arrivals, which a job of every minute finds at the latest. */
const SETTLE_SECONDS = 90

/**
 * Simulates a roll call of `people` people at three assembly points against a running server: twenty captains, half of the phones
 * offline for minutes, one act in ten sent twice, ten people deleted, unlinked or moved meanwhile, and the server killed twice.
 * Returns true if the final list equals the truth, the board was true within a second, and the first list came in two.
 */
export async function proveRollCall(people: number): Promise<boolean> {
  const durationMs = 1_000 * Math.max(SHORTEST_SECONDS, (SECONDS_PER_THOUSAND * people) / 1_000)
  const points = assemblyPoints.length
  const simulation = simulateRollCall({
    ...{ people, captains: CAPTAINS, points, seed: SEED, durationMs, gapMs: GAP_MS },
  })
  const muster = await serveMuster({ DEMO: '0' })
  try {
    const crowd = await createCrowd(muster.sql, simulation, CAPTAINS)
    const call = createCall(muster)
    const [captain = crowd.admin] = crowd.captains
    await call(captain, 'emergencies.setPoints', { zoneId: crowd.zoneId, points: assemblyPoints })
    const declaredMs = performance.now()
    const { emergencyId } = (await call(captain, 'emergencies.declare', {
      ...{ zoneId: crowd.zoneId, kind: 'evacuate', drill: true, requestId: randomUUID() },
    })) as { emergencyId: string }
    const declareMs = Math.round(performance.now() - declaredMs)
    const quiet = { call, crowd, simulation, emergencyId, startedAt: Date.now(), isPaced: true }
    const board = measureBoard(muster, quiet)
    const rollCall: RollCall = { ...quiet, onSend: board.onSend }
    const killing = killTwice(muster, durationMs)
    const [tally, { listMs, listed }] = await Promise.all([
      playRollCall(rollCall),
      measureFirstList(rollCall, durationMs),
      killing,
      // A server that starts cannot be stopped, so a failure waits for it.
    ]).finally(() => killing.catch(() => undefined))
    const delays = await board.stop()
    const settledSeconds = await settle(rollCall, muster)
    const problems = await findListProblems(rollCall, muster.sql, TOLERANCE_MS)
    await call(captain, 'emergencies.allClear', { emergencyId })
    problems.push(...(await findListProblems(rollCall, muster.sql, TOLERANCE_MS)))
    const at = (share: number) => Math.round(delays[Math.floor(share * (delays.length - 1))] ?? Number.NaN)
    if (!(at(0.95) <= BOARD_MS)) problems.push(`the board was true after ${at(0.95)} ms`)
    if (listMs > FIRST_LIST_MS) problems.push(`the first list took ${listMs} ms`)
    if (tally.unanswered === 0) problems.push('the server was killed when nothing was under way')
    const board95 = { measured: delays.length, p50Ms: at(0.5), p95Ms: at(0.95), mostMs: at(1) }
    console.log(
      JSON.stringify({
        ...{ people: simulation.people.length, acts: simulation.acts.length, seconds: durationMs / 1_000 },
        ...{ declareMs, firstList: { people: listed, ms: listMs }, board: board95, ...tally, settledSeconds },
        faults: problems,
      }),
    )
    return problems.length === 0
  } finally {
    await muster.stop()
  }
}

/** Calls a procedure over the network. A server that is gone, or starts, is no answer. */
function createCall(muster: Muster): Call {
  return async ({ token }, name, input) => {
    const response = await fetch(`${muster.origin}/rpc/${name.replace('.', '/')}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ json: input }),
    }).catch(error => {
      throw new Unanswered(String(error))
    })
    const text = await readAnswerText(response).catch(error => {
      throw new Unanswered(String(error))
    })
    // A newcomer is on the roll once their reading was followed. Who asked too often, as a captain's phone does after a restart, asks again.
    const isTooEarly = response.status === 429 || (name === 'emergencies.answer' && response.status === 404)
    if (response.status >= 500 || isTooEarly) throw new Unanswered(`${name}: ${response.status}`)
    if (!response.ok) throw new Error(`${name} was answered with ${response.status}: ${text}`)
    return (JSON.parse(text) as { json: unknown }).json
  }
}

async function killTwice(muster: Muster, durationMs: number): Promise<void> {
  const startedAt = Date.now()
  for (const share of KILLS_AT) {
    await sleep(Math.max(0, startedAt + share * durationMs - Date.now()))
    await muster.kill()
    await muster.start()
  }
}

/** Reads everybody who is missing or needs help, page by page, as the list for responders does. */
async function measureFirstList(rollCall: RollCall, durationMs: number) {
  await sleep(FIRST_LIST_AT * durationMs)
  const before = performance.now()
  for (;;)
    try {
      const missing = await readList(rollCall, { state: 'missing' })
      const help = await readList(rollCall, { state: 'help' })
      return { listMs: Math.round(performance.now() - before), listed: missing.length + help.length }
    } catch (error) {
      // On a machine so busy that the first kill comes in between, the list is read again, and is late.
      if (!(error instanceof Unanswered)) throw error
      await sleep(BOARD_MS)
    }
}

/**
 * Measures for some of those who are online the time from the tap until a screen that watches the board has the event and has read
 * the numbers and the person's row with what was said. Measurements that a kill interrupts do not count.
 */
function measureBoard(muster: Muster, rollCall: Omit<RollCall, 'onSend'>) {
  const { call, crowd, emergencyId, simulation } = rollCall
  const [captain = crowd.admin] = crowd.captains
  const watch = watchBoard(muster.origin, captain.token, zoneTopic(crowd.zoneId))
  const delays: number[] = []
  const pending: Promise<unknown>[] = []
  let onlineActs = 0
  const measure = async (act: Act & { state: string }) => {
    const search = simulation.people[act.person]?.name ?? ''
    const how = act.kind === 'answer' ? 'own' : 'captain'
    const startedAt = performance.now()
    for (let isTrue = false; !isTrue; ) {
      await watch.nextProgress()
      const [rows] = await Promise.all([
        readList(rollCall, { search }),
        call(captain, 'emergencies.get', { emergencyId }),
      ])
      isTrue = rows.some(row => row.claims.some(it => it.how === how && it.state === act.state))
    }
    delays.push(performance.now() - startedAt)
  }
  return {
    onSend(act: Act) {
      const isOnline = (act.kind === 'answer' || act.kind === 'mark') && act.sentAt === act.at
      if (!isOnline || !watch.isReady || onlineActs++ % MEASURED_OF_ONLINE !== 0) return
      pending.push(measure(act).catch(() => undefined))
    },
    async stop() {
      // What has not arrived by now never will.
      await Promise.race([Promise.all(pending), sleep(10 * BOARD_MS)])
      await watch.stop()
      return delays.toSorted((a, b) => a - b)
    },
  }
}

/** Waits until the job of every minute has found the last newcomers and arrivals; returns the seconds. */
async function settle(rollCall: RollCall, muster: Muster): Promise<number> {
  const startedAt = performance.now()
  const readSeconds = () => Math.round((performance.now() - startedAt) / 1_000)
  while (readSeconds() < SETTLE_SECONDS) {
    if ((await findListProblems(rollCall, muster.sql, TOLERANCE_MS)).length === 0) break
    await sleep(2_000)
  }
  return readSeconds()
}
