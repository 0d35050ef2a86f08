import { lateChangeMs } from './agreement.ts'
import { compareReadings, isRelevant, type LoggedReading, type Stay } from './logged-reading.ts'
import {
  advance,
  changeTime,
  createPending,
  endBySilence,
  isEndedBySilence,
  isUnclear,
  type PresenceState,
  unknownPresence,
} from './presence.ts'

/** A stay as known before the amendment, with its id. */
export type KnownStay = { readonly id: string; readonly entryTime: number; readonly exitTime: number | null }

/** The data about one person in one zone around late readings. */
export type AmendContext<R extends LoggedReading> = {
  /** Readings before the first late one, in order, at most `lookBackMs` back. No reading is missing after the first of them. */
  readonly before: readonly R[]
  /** Readings from the time of the first late one onwards, in order. */
  readonly after: readonly R[]
  /** True if `after` extends to the newest reading. */
  readonly complete: boolean
  /** Stays in order, from the last one that began before `before` to the last that began within `after`. They never overlap. */
  readonly stays: readonly KnownStay[]
  /** The state before the amendment. */
  readonly state: PresenceState
}

/** A new or changed stay. `begunBy` is a reading, or the id of the known stay it continues. */
export type AmendedStay<R> = Omit<Stay<R>, 'begunBy'> & { readonly begunBy: R | string }

export type AmendResult<R> = {
  readonly state: PresenceState
  /** The late reading that is now the newest of all, if any. */
  readonly newest: R | undefined
  /** Stays to remove, and stays to add. A changed stay is in both lists. */
  readonly gone: readonly KnownStay[]
  readonly told: readonly AmendedStay<R>[]
  /** The ids of the late readings that are jumps. */
  readonly jumps: ReadonlySet<string>
  /** True if `after` ended before the result matched the known history again, in which case more readings could change it. */
  readonly cut: boolean
}

/**
 * Recomputes stays up to where the known history applies again, so they always equal `foldReadings` of all readings. `lateReadings`
 * in order. If `after` ends too early (`cut`), the history continues from its last.
 */
export function amendStays<R extends LoggedReading>(
  lateReadings: readonly R[],
  context: AmendContext<R>,
): AmendResult<R> {
  const startAt = lateReadings[0]?.capturedAt ?? 0
  const { stays, state: knownState } = context
  const lateReadingSet = new Set(lateReadings)
  const amendedStays: AmendedStay<R>[] = []
  const jumps = new Set<string>()
  const withheldEnds = findWithheldEnds(context)
  const startState = findStateBefore(startAt, context, withheldEnds)
  const { running } = startState
  if (running) amendedStays.push({ entryTime: running.entryTime, exitTime: null, begunBy: running.id })
  let { state } = startState
  let newestReading: R | undefined
  let waitingCount = lateReadings.length
  let joinedAt: number | undefined

  const unreportedEnds = findUnreportedEnds(startAt, context, withheldEnds)
  for (const reading of [...lateReadings, ...context.after].sort(compareReadings)) {
    while ((unreportedEnds[0] ?? Number.POSITIVE_INFINITY) < reading.capturedAt)
      state = applyUnreportedEnd(amendedStays, unreportedEnds.shift() ?? 0)
    const isCounted = isRelevant(state, reading)
    const { next, change, jump, silence } = advance(state, reading)
    state = next
    if (isCounted) newestReading = reading
    if (silence) endLastStay(amendedStays, silence.next.exitTime)
    if (change === 'entered')
      amendedStays.push({ entryTime: reading.capturedAt, exitTime: null, begunBy: reading })
    if (change === 'left') endLastStay(amendedStays, next.exitTime)
    if (lateReadingSet.has(reading)) {
      waitingCount--
      if (jump) jumps.add(reading.id)
    } else if (waitingCount === 0 && isCounted && isAsKnown(state, reading, context, withheldEnds)) {
      joinedAt = reading.capturedAt
      break
    }
  }

  if (joinedAt === undefined && context.complete)
    for (const end of unreportedEnds) state = applyUnreportedEnd(amendedStays, end)
  const reachedAt = state.capturedAt ?? startAt
  // A stay that ended before the first late reading is recomputed too if later readings confirmed its end.
  const from = Math.min(startAt, running?.exitTime ?? startAt)
  if (joinedAt === undefined && context.complete && reachedAt >= (knownState.capturedAt ?? 0)) {
    const lastLateReading = newestReading && lateReadingSet.has(newestReading) ? newestReading : undefined
    const silenceState = reapplySilence(state, knownState)
    if (silenceState) endLastStay(amendedStays, silenceState.exitTime)
    return {
      state: silenceState ?? state,
      newest: lastLateReading,
      ...findDifferences(stays, amendedStays, from),
      jumps,
      cut: false,
    }
  }
  const end =
    joinedAt ??
    (context.complete
      ? (knownState.capturedAt ?? reachedAt)
      : (context.after.at(-1)?.capturedAt ?? reachedAt))
  continueStay(amendedStays, state, stays, end)
  return {
    state: applyLastStay(knownState, amendedStays, stays, startAt, end, withheldEnds),
    newest: undefined,
    ...findDifferences(stays, amendedStays, from, end),
    jumps,
    cut: joinedAt === undefined && !context.complete,
  }
}

/** Finds the stay that covers the time just before a moment; `findStayAfter` finds the one that covers the time just after it. */
const findStayBefore = (stays: readonly KnownStay[], at: number) =>
  stays.find(it => it.entryTime < at && (it.exitTime === null || it.exitTime >= at))
const findStayAfter = (stays: readonly KnownStay[], at: number) =>
  stays.find(it => it.entryTime <= at && (it.exitTime === null || it.exitTime > at))

/** Stays determine it but for open doubts of the last readings: a stay may have ended with one that later ones confirmed. */
function findStateBefore<R extends LoggedReading>(
  startAt: number,
  { before, stays }: AmendContext<R>,
  withheldEnds: readonly number[],
): { state: PresenceState; running: KnownStay | undefined } {
  const forgottenEnd = withheldEnds.findLast(it => it < startAt)
  const [oldest, ...rest] = before.filter(
    it => !isUnclear(it) && it.capturedAt > (forgottenEnd ?? Number.NEGATIVE_INFINITY),
  )
  const at = oldest?.capturedAt ?? startAt
  const lastStay = stays.findLast(it => (oldest ? it.entryTime <= at : it.entryTime < at))
  const isInside =
    (oldest ? (findStayAfter(stays, at) ?? findOpenStay(stays, oldest)) : findStayBefore(stays, at)) !==
    undefined
  let state: PresenceState = {
    ...unknownPresence,
    inside: isInside,
    capturedAt: oldest?.capturedAt ?? null,
    entryTime: lastStay?.entryTime ?? null,
    exitTime: isInside ? null : latest(lastStay?.exitTime, forgottenEnd),
    place: oldest?.place ?? null,
    ...(oldest && oldest.inside !== isInside && createPending(oldest)),
  }
  for (const reading of rest) state = advance(state, reading).next
  // Where readings were deleted, the stays decide.
  const runningStay = findStayBefore(stays, startAt) ?? findStayEndedBy(stays, state)
  if (state.inside === (runningStay !== undefined)) return { state, running: runningStay }
  const { entryTime = state.entryTime } = runningStay ?? {}
  const nothingPending = { pendingInside: null, pendingSince: null, pendingFrom: null }
  return {
    state: { ...state, inside: runningStay !== undefined, entryTime, ...nothingPending },
    running: runningStay,
  }
}

/** An uncertain automatic reading only began the series that ended the stay, so at that time the stay was still open. */
const findOpenStay = (
  stays: readonly KnownStay[],
  { inside, source, certainty, capturedAt }: LoggedReading,
) =>
  inside || source === 'manual' || certainty === 'certain'
    ? undefined
    : stays.find(it => it.exitTime === capturedAt)

/** Returns the stay that ended with the first reading of a series that is open in this state. */
const findStayEndedBy = (stays: readonly KnownStay[], { inside, pendingFrom }: PresenceState) =>
  inside && pendingFrom !== null ? stays.find(it => it.exitTime === pendingFrom) : undefined

/**
 * If silence had ended the visit and the late readings did not change the time of the newest reading, ends the visit by silence
 * again. Otherwise returns undefined.
 */
const reapplySilence = (state: PresenceState, knownState: PresenceState): PresenceState | undefined =>
  isEndedBySilence(knownState) && state.capturedAt === knownState.capturedAt
    ? endBySilence(state, Number.POSITIVE_INFINITY)?.next
    : undefined

/** Membership or consent ended outside: nothing is known after. Until the next entry, only the state records it. */
function findWithheldEnds<R extends LoggedReading>({
  before,
  after,
  stays,
  state,
}: AmendContext<R>): number[] {
  const { exitTime } = state
  if (exitTime === null || stays.some(it => it.exitTime === exitTime)) return []
  return [...before, ...after].some(it => it.capturedAt === exitTime) ? [] : [exitTime]
}

/**
 * Returns the ends, from the first late reading on, that no reading explains, because the membership ended or readings were erased.
 * They still apply after the amendment.
 */
function findUnreportedEnds<R extends LoggedReading>(
  startAt: number,
  { before, after, stays }: AmendContext<R>,
  withheldEnds: readonly number[],
): number[] {
  const times = new Set([...before, ...after].map(it => it.capturedAt))
  const stayEnds = stays.map(it => it.exitTime).filter(it => it !== null)
  const laterEnds = [...stayEnds.filter(it => !times.has(it)), ...withheldEnds].filter(it => it >= startAt)
  return [...new Set(laterEnds)].sort((a, b) => a - b)
}

/**
 * Ends the last stay, if it is open, without a reading. Returns the state afterwards, in which nothing is known until the next
 * reading.
 */
function applyUnreportedEnd<R>(amended: AmendedStay<R>[], exitTime: number): PresenceState {
  const lastStay = amended.at(-1)
  if (lastStay?.exitTime === null) endLastStay(amended, exitTime)
  return { ...unknownPresence, entryTime: lastStay?.entryTime ?? null, exitTime }
}

/** It must agree with the old and new state, both begun at the same moment, or so long ago that it does not matter. */
function isAsKnown<R extends LoggedReading>(
  state: PresenceState,
  { inside, capturedAt }: LoggedReading,
  { stays, state: newestState }: AmendContext<R>,
  withheldEnds: readonly number[],
): boolean {
  // Silence ended the last visit, but the series of readings outside still waits for confirmation, so the history may still change.
  if (isEndedBySilence(newestState) && capturedAt >= (newestState.pendingFrom ?? 0)) return false
  const followingStay = findStayAfter(stays, capturedAt)
  if (state.inside !== inside || inside !== (followingStay !== undefined)) return false
  const lastEndedStay = stays.findLast(it => it.exitTime !== null && it.exitTime <= capturedAt)
  const forgottenEnd = withheldEnds.findLast(it => it <= capturedAt)
  const changeTimes = [
    changeTime(state),
    followingStay?.entryTime ?? latest(lastEndedStay?.exitTime, forgottenEnd),
  ]
  const isLongAgo = (time: number | null) => time === null || capturedAt - time >= lateChangeMs
  return changeTimes[0] === changeTimes[1] || changeTimes.every(isLongAgo)
}

function endLastStay<R>(amended: AmendedStay<R>[], exitTime: number | null): void {
  const lastStay = amended.pop()
  if (lastStay && lastStay.entryTime !== exitTime) amended.push({ ...lastStay, exitTime })
}

/** Continues with the known history from `end`. If the recomputed state differs from the known one, it changes at `end`. */
function continueStay<R>(
  amended: AmendedStay<R>[],
  state: PresenceState,
  stays: readonly KnownStay[],
  end: number,
): void {
  const followingStay = findStayAfter(stays, end)
  if (state.inside)
    endLastStay(
      amended,
      followingStay ? followingStay.exitTime : (findStayEndedBy(stays, state)?.exitTime ?? end),
    )
  else if (followingStay)
    amended.push({ entryTime: end, exitTime: followingStay.exitTime, begunBy: followingStay.id })
}

/** Returns the differences between known and recomputed stays: known stays that no longer apply, and stays that are new. */
function findDifferences<R>(
  stays: readonly KnownStay[],
  amended: readonly AmendedStay<R>[],
  startAt: number,
  end = Number.POSITIVE_INFINITY,
): Pick<AmendResult<R>, 'gone' | 'told'> {
  const touchedStays = stays.filter(
    it => it.entryTime <= end && (it.exitTime === null || it.exitTime >= startAt),
  )
  const isSame = (a: Omit<KnownStay, 'id'>) => (b: Omit<KnownStay, 'id'>) =>
    a.entryTime === b.entryTime && a.exitTime === b.exitTime
  return {
    gone: touchedStays.filter(it => !amended.some(isSame(it))),
    told: amended.filter(it => !touchedStays.some(isSame(it))),
  }
}

/** Returns the known state, with its last stay replaced by the recomputed one. A stay that began after `end` is not affected. */
function applyLastStay(
  knownState: PresenceState,
  amended: readonly Omit<KnownStay, 'id'>[],
  stays: readonly KnownStay[],
  startAt: number,
  end: number,
  withheldEnds: readonly number[],
): PresenceState {
  if (knownState.entryTime !== null && knownState.entryTime > end) return knownState
  const lastStay = amended.at(-1) ?? stays.findLast(it => it.exitTime !== null && it.exitTime < startAt)
  const isOpen = lastStay?.exitTime === null
  const exitTime = isOpen ? null : latest(lastStay?.exitTime, withheldEnds.at(-1))
  return { ...knownState, entryTime: lastStay?.entryTime ?? null, exitTime }
}

const latest = (a: number | null | undefined, b: number | undefined) =>
  a == null ? (b ?? null) : Math.max(a, b ?? a)
