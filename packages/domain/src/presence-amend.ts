import { lateChangeMs } from './agreement.ts'
import { counts, inOrder, type LoggedReading, type Stay } from './logged-reading.ts'
import {
  advance,
  changeTime,
  endBySilence,
  isEndedBySilence,
  isUnclear,
  type PresenceState,
  pendingAfter,
  unknownPresence,
} from './presence.ts'

/** A stay as known before the amendment, with its id. */
export type KnownStay = { readonly id: string; readonly entryTime: number; readonly exitTime: number | null }

/** The data about one person in one zone around late readings. */
export type Around<R extends LoggedReading> = {
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

export type Amended<R> = {
  readonly state: PresenceState
  /** The late reading that is now the newest of all, if any. */
  readonly newest: R | undefined
  /** Stays to remove, and the stays that replace them. */
  readonly gone: readonly KnownStay[]
  readonly told: readonly AmendedStay<R>[]
  /** The ids of the late readings that are jumps. */
  readonly jumps: ReadonlySet<string>
  /** True if `after` ended before the result matched the known history again, in which case more readings could change it. */
  readonly cut: boolean
}

/**
 * Determines what late readings change: recomputes the stays around them, up to the reading from which everything is as it was
 * known before. State and stays therefore always equal those of `foldReadings` over all readings so far. `late` is in order. If
 * `after` ends too early, the known history continues from its last reading.
 */
export function amendStays<R extends LoggedReading>(late: readonly R[], around: Around<R>): Amended<R> {
  const begin = late[0]?.capturedAt ?? 0
  const { stays, state: known } = around
  const isLate = new Set(late)
  const amended: AmendedStay<R>[] = []
  const jumps = new Set<string>()
  const withheld = endsWithheld(around)
  const before = stateBefore(begin, around, withheld)
  const { running } = before
  if (running) amended.push({ entryTime: running.entryTime, exitTime: null, begunBy: running.id })
  let { state } = before
  let newest: R | undefined
  let waiting = late.length
  let joined: number | undefined

  const ends = endsUntold(begin, around, withheld)
  for (const reading of [...late, ...around.after].sort(inOrder)) {
    while ((ends[0] ?? Number.POSITIVE_INFINITY) < reading.capturedAt)
      state = endUntold(amended, ends.shift() ?? 0)
    const isCounted = counts(state, reading)
    const { next, change, jump, silence } = advance(state, reading)
    state = next
    if (isCounted) newest = reading
    if (silence) endLast(amended, silence.next.exitTime)
    if (change === 'entered')
      amended.push({ entryTime: reading.capturedAt, exitTime: null, begunBy: reading })
    if (change === 'left') endLast(amended, next.exitTime)
    if (isLate.has(reading)) {
      waiting--
      if (jump) jumps.add(reading.id)
    } else if (waiting === 0 && isCounted && isAsKnown(state, reading, around, withheld)) {
      joined = reading.capturedAt
      break
    }
  }

  if (joined === undefined && around.complete) for (const end of ends) state = endUntold(amended, end)
  const reached = state.capturedAt ?? begin
  // A stay that ended before the first late reading is recomputed too if later readings confirmed its end.
  const from = Math.min(begin, running?.exitTime ?? begin)
  if (joined === undefined && around.complete && reached >= (known.capturedAt ?? 0)) {
    const last = newest && isLate.has(newest) ? newest : undefined
    const silence = reapplySilence(state, known)
    if (silence) endLast(amended, silence.exitTime)
    return { state: silence ?? state, newest: last, ...differences(stays, amended, from), jumps, cut: false }
  }
  const end =
    joined ?? (around.complete ? (known.capturedAt ?? reached) : (around.after.at(-1)?.capturedAt ?? reached))
  continueStay(amended, state, stays, end)
  return {
    state: withLastStay(known, amended, stays, begin, end, withheld),
    newest: undefined,
    ...differences(stays, amended, from, end),
    jumps,
    cut: joined === undefined && !around.complete,
  }
}

/** Finds the stay that covers the time before a moment; `stayAfter` finds the one that continues from it. */
const stayBefore = (stays: readonly KnownStay[], at: number) =>
  stays.find(it => it.entryTime < at && (it.exitTime === null || it.exitTime >= at))
const stayAfter = (stays: readonly KnownStay[], at: number) =>
  stays.find(it => it.entryTime <= at && (it.exitTime === null || it.exitTime > at))

/**
 * Returns the state after the readings before, and the stay that continues from it, if any. The stays determine the state, except
 * for open doubts, which come from the last readings: a stay may have ended with a reading that only later ones confirmed.
 */
function stateBefore<R extends LoggedReading>(
  begin: number,
  { before, stays }: Around<R>,
  withheld: readonly number[],
): { state: PresenceState; running: KnownStay | undefined } {
  const forgotten = withheld.findLast(it => it < begin)
  const [oldest, ...rest] = before.filter(
    it => !isUnclear(it) && it.capturedAt > (forgotten ?? Number.NEGATIVE_INFINITY),
  )
  const at = oldest?.capturedAt ?? begin
  const last = stays.findLast(it => (oldest ? it.entryTime <= at : it.entryTime < at))
  const inside =
    (oldest ? (stayAfter(stays, at) ?? stayLeftOpen(stays, oldest)) : stayBefore(stays, at)) !== undefined
  let state: PresenceState = {
    ...unknownPresence,
    inside,
    capturedAt: oldest?.capturedAt ?? null,
    entryTime: last?.entryTime ?? null,
    exitTime: inside ? null : latest(last?.exitTime, forgotten),
    place: oldest?.place ?? null,
    ...(oldest && oldest.inside !== inside && pendingAfter(oldest)),
  }
  for (const reading of rest) state = advance(state, reading).next
  // The stays are trusted where readings were deleted.
  const running = stayBefore(stays, begin) ?? stayEndedBy(stays, state)
  if (state.inside === (running !== undefined)) return { state, running }
  const { entryTime = state.entryTime } = running ?? {}
  const nothingPending = { pendingInside: null, pendingSince: null, pendingFrom: null }
  return { state: { ...state, inside: running !== undefined, entryTime, ...nothingPending }, running }
}

/** Returns the stay that ended with an uncertain reading. Such a reading ends nothing by itself but began a series. */
const stayLeftOpen = (
  stays: readonly KnownStay[],
  { inside, source, certainty, capturedAt }: LoggedReading,
) =>
  inside || source === 'manual' || certainty === 'certain'
    ? undefined
    : stays.find(it => it.exitTime === capturedAt)

/** Returns the stay that ended with the first reading of a series that is open in this state. */
const stayEndedBy = (stays: readonly KnownStay[], { inside, pendingFrom }: PresenceState) =>
  inside && pendingFrom !== null ? stays.find(it => it.exitTime === pendingFrom) : undefined

/** Applies the earlier end by silence again, if the late readings leave the state unchanged at its newest reading. */
const reapplySilence = (state: PresenceState, known: PresenceState): PresenceState | undefined =>
  isEndedBySilence(known) && state.capturedAt === known.capturedAt
    ? endBySilence(state, Number.POSITIVE_INFINITY)?.next
    : undefined

/**
 * Returns the moments after which nothing was known while people were outside: they ceased to be members of the zone, or withdrew
 * their consent. Until they enter again, only the state records the last of these.
 */
function endsWithheld<R extends LoggedReading>({ before, after, stays, state }: Around<R>): number[] {
  const { exitTime } = state
  if (exitTime === null || stays.some(it => it.exitTime === exitTime)) return []
  return [...before, ...after].some(it => it.capturedAt === exitTime) ? [] : [exitTime]
}

/** Returns the ends of known stays that no reading explains: the membership ended, or readings were erased. They stay ends. */
function endsUntold<R extends LoggedReading>(
  begin: number,
  { before, after, stays }: Around<R>,
  withheld: readonly number[],
): number[] {
  const times = new Set([...before, ...after].map(it => it.capturedAt))
  const ends = stays.map(it => it.exitTime).filter(it => it !== null)
  const later = [...ends.filter(it => !times.has(it)), ...withheld].filter(it => it >= begin)
  return [...new Set(later)].sort((a, b) => a - b)
}

/** Ends a stay without a reading. Nothing is known afterwards, until the next reading. */
function endUntold<R>(amended: AmendedStay<R>[], exitTime: number): PresenceState {
  const last = amended.at(-1)
  if (last?.exitTime === null) endLast(amended, exitTime)
  return { ...unknownPresence, entryTime: last?.entryTime ?? null, exitTime }
}

/**
 * Returns true if everything from this reading on happens as known before. The reading agrees with the old and the new state and
 * so leaves nothing open. Both states began at the same moment, or so long ago that the difference does not matter.
 */
function isAsKnown<R extends LoggedReading>(
  state: PresenceState,
  { inside, capturedAt }: LoggedReading,
  { stays, state: newest }: Around<R>,
  withheld: readonly number[],
): boolean {
  // Silence ended the last visit, with a reading that is still open.
  if (isEndedBySilence(newest) && capturedAt >= (newest.pendingFrom ?? 0)) return false
  const known = stayAfter(stays, capturedAt)
  if (state.inside !== inside || inside !== (known !== undefined)) return false
  const ended = stays.findLast(it => it.exitTime !== null && it.exitTime <= capturedAt)
  const forgotten = withheld.findLast(it => it <= capturedAt)
  const changes = [changeTime(state), known?.entryTime ?? latest(ended?.exitTime, forgotten)]
  const isLongAgo = (time: number | null) => time === null || capturedAt - time >= lateChangeMs
  return changes[0] === changes[1] || changes.every(isLongAgo)
}

function endLast<R>(amended: AmendedStay<R>[], exitTime: number | null): void {
  const last = amended.pop()
  if (last && last.entryTime !== exitTime) amended.push({ ...last, exitTime })
}

/** Continues with the known history. A difference from the recomputed state takes effect at this moment. */
function continueStay<R>(
  amended: AmendedStay<R>[],
  state: PresenceState,
  stays: readonly KnownStay[],
  end: number,
): void {
  const known = stayAfter(stays, end)
  if (state.inside) endLast(amended, known ? known.exitTime : (stayEndedBy(stays, state)?.exitTime ?? end))
  else if (known) amended.push({ entryTime: end, exitTime: known.exitTime, begunBy: known.id })
}

/** Returns the differences between known and recomputed stays: known stays that no longer apply, and stays that are new. */
function differences<R>(
  stays: readonly KnownStay[],
  amended: readonly AmendedStay<R>[],
  begin: number,
  end = Number.POSITIVE_INFINITY,
): Pick<Amended<R>, 'gone' | 'told'> {
  const touched = stays.filter(it => it.entryTime <= end && (it.exitTime === null || it.exitTime >= begin))
  const isSame = (one: Omit<KnownStay, 'id'>) => (other: Omit<KnownStay, 'id'>) =>
    one.entryTime === other.entryTime && one.exitTime === other.exitTime
  return {
    gone: touched.filter(it => !amended.some(isSame(it))),
    told: amended.filter(it => !touched.some(isSame(it))),
  }
}

/** Returns the known state, with its last stay replaced by the recomputed one. */
function withLastStay(
  known: PresenceState,
  amended: readonly Omit<KnownStay, 'id'>[],
  stays: readonly KnownStay[],
  begin: number,
  end: number,
  withheld: readonly number[],
): PresenceState {
  if (known.entryTime !== null && known.entryTime > end) return known
  const last = amended.at(-1) ?? stays.findLast(it => it.exitTime !== null && it.exitTime < begin)
  const isOpen = last?.exitTime === null
  const exitTime = isOpen ? null : latest(last?.exitTime, withheld.at(-1))
  return { ...known, entryTime: last?.entryTime ?? null, exitTime }
}

const latest = (one: number | null | undefined, other: number | undefined) =>
  one == null ? (other ?? null) : Math.max(one, other ?? one)
