import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from './accounts.ts'
import { assemblyPoints, type Crowd, insideZone } from './crowd.ts'
import type { Act, Simulation } from './simulation.ts'

/** Calls a procedure by its name, such as `emergencies.mark`. Throws `Unanswered` if no answer arrives. */
export type Call = (account: Account, name: string, input: object) => Promise<unknown>

/** Thrown if the server did not answer, or does not know the person yet. */
export class Unanswered extends Error {}

export type RollCall = {
  readonly call: Call
  readonly crowd: Crowd
  readonly simulation: Simulation
  readonly emergencyId: string
  /** The moment of the declaration, in milliseconds since 1970. */
  readonly startedAt: number
  /** True to act at the simulated moments; otherwise everything arrives at the end, dated back. */
  readonly isPaced: boolean
  /** Called before an act is sent for the first time. */
  readonly onSend?: (act: Act) => void
}
export type Tally = { sent: number; unanswered: number; repeated: number }

const RETRY_MS = 500
/** The share of the acts whose answer is lost, so that the phone sends them again. */
const REPEAT_SHARE = 0.1
/** Concurrent requests if everything arrives at the end. */
const UNPACED_REQUESTS = 6

/** Lets everybody act: each act is sent until the server answers, some of them twice. */
export async function playRollCall(rollCall: RollCall): Promise<Tally> {
  const tally: Tally = { sent: 0, unanswered: 0, repeated: 0 }
  const handIds = new Map<number, string>()
  const rollIds = await readRollIds(rollCall)
  const run = (act: Act) => perform(rollCall, act, { tally, handIds, rollIds })
  const actsByPerson = [...Map.groupBy(rollCall.simulation.acts, it => it.person).values()]
  const runAll = async (acts: readonly Act[]) => {
    for (const act of acts) {
      if (rollCall.isPaced) await sleep(Math.max(0, rollCall.startedAt + act.sentAt - Date.now()))
      await run(act)
    }
  }
  if (rollCall.isPaced) {
    await Promise.all(
      actsByPerson.flatMap(own => (needsOrder(own) ? runAll(own) : own.map(act => runAll([act])))),
    )
    return tally
  }
  const runWaiting = async () => {
    for (let own = actsByPerson.shift(); own; own = actsByPerson.shift()) await runAll(own)
  }
  await Promise.all(Array.from({ length: UNPACED_REQUESTS }, runWaiting))
  return tally
}

/** True if an act is only possible before or after another: nobody answers for an account that is deleted, or before they are listed. */
const needsOrder = (acts: readonly Act[]) =>
  acts.some(({ kind }) => kind !== 'answer' && kind !== 'mark' && kind !== 'arrive')

type Progress = {
  readonly tally: Tally
  readonly handIds: Map<number, string>
  readonly rollIds: ReadonlyMap<string, string>
}

async function perform(rollCall: RollCall, act: Act, progress: Progress): Promise<void> {
  const { tally } = progress
  const requestId = randomUUID()
  const times =
    act.kind !== 'delete' && act.kind !== 'unlink' && act.kind !== 'move' && isRepeated(requestId) ? 2 : 1
  rollCall.onSend?.(act)
  for (let n = 0; n < times; n++)
    for (let isDone = false; !isDone; ) {
      tally.sent++
      try {
        await send(rollCall, act, requestId, progress)
        isDone = true
      } catch (error) {
        if (!(error instanceof Unanswered)) throw error
        tally.unanswered++
        await sleep(RETRY_MS)
      }
    }
  if (times > 1) tally.repeated++
}

const isRepeated = (requestId: string) => Number.parseInt(requestId.slice(0, 4), 16) / 0xffff < REPEAT_SHARE

async function send(rollCall: RollCall, act: Act, requestId: string, progress: Progress): Promise<void> {
  const { call, crowd, emergencyId, startedAt } = rollCall
  const { zoneId, otherZoneId, admin, captains, accounts } = crowd
  const account = accounts[act.person] ?? admin
  // The same in every attempt, because a reading with another time would be another reading.
  const happenedAt = Math.round(startedAt + act.at)
  const waitedMs = Math.max(0, Date.now() - happenedAt)
  const captain = ('captain' in act && captains[act.captain]) || admin
  const name = rollCall.simulation.people[act.person]?.name ?? ''
  switch (act.kind) {
    case 'answer':
      await call(account, 'emergencies.answer', { emergencyId, state: act.state, requestId, waitedMs })
      return
    case 'mark': {
      const personId = progress.handIds.get(act.person) ?? progress.rollIds.get(name)
      const place = act.state === 'safe' ? assemblyPoints[act.point]?.name : ''
      const form = { emergencyId, personIds: [personId], state: act.state, place, requestId, waitedMs }
      await call(captain, 'emergencies.mark', form)
      return
    }
    case 'addByHand': {
      const answer = await call(captain, 'emergencies.addPerson', { emergencyId, name, requestId })
      progress.handIds.set(act.person, (answer as { personId: string }).personId)
      return
    }
    case 'arrive':
    case 'comeIn': {
      const { lat, lng } = (act.kind === 'arrive' ? assemblyPoints[act.point] : undefined) ?? insideZone
      const capturedAt = new Date(happenedAt).toISOString()
      const reading = { id: requestId, lat, lng, accuracyMeters: 5, capturedAt, zoneId }
      await call(account, 'presence.checkUserInZone', reading)
      return
    }
    case 'unlink':
    case 'move':
    case 'delete':
      await remove(rollCall, act.kind, account, { zoneId, otherZoneId })
  }
}

/** Removes or moves somebody. If the first answer was lost, the second one says that it is done. */
async function remove(
  { call, crowd: { admin, captains } }: RollCall,
  kind: 'unlink' | 'move' | 'delete',
  { id: userId }: Account,
  { zoneId, otherZoneId }: { zoneId: string; otherZoneId: string },
): Promise<void> {
  const ignoring = (code: string) => (error: unknown) => {
    if (!(error instanceof Error) || !error.message.includes(code)) throw error
  }
  if (kind === 'delete') {
    await call(admin, 'accounts.remove', { userId }).catch(ignoring('USER_NOT_FOUND'))
    return
  }
  await call(captains[0] ?? admin, 'users.unlink', { zoneId, userId }).catch(ignoring('NOT_ASSIGNED'))
  if (kind === 'move') await call(admin, 'accounts.assign', { zoneId: otherZoneId, userId })
}

/** A row of the list, as much of it as the simulation knows. */
export type ListedPerson = {
  readonly id: string
  readonly name: string
  readonly state: string
  readonly disputed: boolean
  readonly why: string
  readonly claims: readonly { readonly how: string; readonly state: string }[]
}

/** Reads the whole list, or the part in one state, page by page. */
export async function readList(
  { call, crowd, emergencyId }: Pick<RollCall, 'call' | 'crowd' | 'emergencyId'>,
  filter: { state?: string; search?: string } = {},
): Promise<ListedPerson[]> {
  const people: ListedPerson[] = []
  const reader = crowd.captains[0] ?? crowd.admin
  let cursor: string | undefined
  do {
    const page = (await call(reader, 'emergencies.people', {
      emergencyId,
      ...filter,
      cursor,
      limit: 200,
    })) as {
      rows: ListedPerson[]
      next: string | null
    }
    people.push(...page.rows)
    cursor = page.next ?? undefined
  } while (cursor)
  return people
}

const readRollIds = async (rollCall: RollCall) =>
  new Map((await readList(rollCall)).map(({ name, id }) => [name, id]))
