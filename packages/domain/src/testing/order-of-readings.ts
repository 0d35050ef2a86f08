import fc from 'fast-check'
import { inOrder, type LoggedReading } from '../logged-reading.ts'
import {
  advance,
  endBySilence,
  isBeforeSilence,
  isUnclear,
  lookBackMs,
  openMs,
  type PresenceState,
  unknownPresence,
} from '../presence.ts'
import { amendStays, type KnownStay } from '../presence-amend.ts'

const SECOND = 1_000
const HOUR = 3_600 * SECOND
/** Converts metres to degrees of latitude. */
const north = (metres: number) => metres / 111_195

/** Generates readings at a zone whose edge runs along the equator, taken a short walk north (inside) or south of it. */
const reading = fc
  .record({
    metres: fc.oneof(
      fc.integer({ min: -60, max: 60 }),
      fc.constantFrom(-900, -200, -20, -5, -1, 1, 5, 20, 200, 900),
    ),
    accuracyMeters: fc.constantFrom(null, 2, 12, 40, 300, 1_400),
    source: fc.constantFrom('manual', 'automatic', 'automatic', 'automatic'),
    /** The time since the previous reading: none, moments, minutes, a night, or longer than a series stays open. */
    gap: fc.oneof(
      fc.constantFrom(
        0,
        1,
        4 * SECOND,
        9_999,
        10_000,
        15 * SECOND,
        60 * SECOND,
        119 * SECOND,
        120 * SECOND,
        299 * SECOND,
        300 * SECOND,
        300_001,
        14 * 60 * SECOND,
        9 * HOUR,
        openMs,
        openMs + 1,
      ),
      fc.integer({ min: 0, max: 40 * SECOND }),
    ),
  })
  .map(({ metres, accuracyMeters, source, gap }) => ({
    gap,
    inside: metres > 0,
    certainty: Math.abs(metres) > (accuracyMeters ?? 20) ? ('certain' as const) : ('uncertain' as const),
    source,
    accuracyMeters,
    distanceToEdgeM: Math.abs(metres),
    place: { lat: north(metres), lng: 0, accuracyMeters },
  }))

/** Generates a person's readings as taken, and the order in which they arrive: late, early, some of them twice. */
export const deliveries = fc
  .tuple(fc.array(reading, { minLength: 1, maxLength: 40 }), fc.constantFrom(30, 70, 5_000))
  .chain(([taken, zoneWidthM]) => {
    let at = 1_700_000_000_000
    const readings: LoggedReading[] = taken.map(({ gap, ...rest }, n) => {
      at += gap
      // These ids reveal nothing about the order.
      return { ...rest, zoneWidthM, capturedAt: at, id: String((n * 7) % 41).padStart(2, '0') }
    })
    const delay = fc.constantFrom(0, 0, 0, 1, 3, 10, 40)
    return fc
      .tuple(
        fc.array(delay, { minLength: readings.length, maxLength: readings.length }),
        fc.array(fc.nat({ max: readings.length - 1 }), { maxLength: 4 }),
        fc.boolean(),
      )
      .map(([delays, twice, inAnyOrder]) => {
        const delayed = readings
          .map((it, n) => ({
            it,
            turn: inAnyOrder ? ((delays[n] ?? 0) * 31 + n * 17) % 53 : n + (delays[n] ?? 0),
          }))
          .sort((a, b) => a.turn - b.turn)
          .map(({ it }) => it)
        return [...delayed, ...twice.flatMap(n => readings[n] ?? [])]
      })
  })

/** Simulates the stored data of one person in one zone: log, state and stays, maintained the way the check writer does it. */
export function presenceKeeper(max = { before: 256, after: 4 }) {
  let log: LoggedReading[] = []
  let state: PresenceState = unknownPresence
  let stays: KnownStay[] = []
  let count = 0

  function takeInOrder(one: LoggedReading): void {
    const { next, change, visit, silence } = advance(state, one)
    state = next
    endOpen(silence?.visit?.exitTime)
    if (change === 'entered') stays.push({ id: `${++count}`, entryTime: one.capturedAt, exitTime: null })
    else endOpen(visit?.exitTime)
  }

  function endOpen(exitTime: number | null | undefined): void {
    if (exitTime) stays = stays.map(it => (it.exitTime === null ? { ...it, exitTime } : it))
  }

  function takeLate(late: LoggedReading[]): void {
    const begin = late[0]?.capturedAt ?? 0
    const before = log.filter(it => it.capturedAt < begin && it.capturedAt >= begin - lookBackMs)
    const after = log.filter(it => it.capturedAt >= begin)
    for (let size = max.after; ; size *= 4) {
      const complete = after.length <= size
      const prefix = after.slice(0, size)
      const reach = complete ? Number.POSITIVE_INFINITY : (prefix.at(-1)?.capturedAt ?? begin)
      const now = late.filter(it => it.capturedAt <= reach)
      const around = { before: before.slice(-max.before), after: prefix, complete, stays, state }
      const { cut, gone, told, ...amended } = amendStays(now, around)
      if (cut) continue
      stays = stays
        .filter(it => !gone.includes(it))
        .concat(told.map(it => ({ id: `${++count}`, entryTime: it.entryTime, exitTime: it.exitTime })))
        .sort((a, b) => a.entryTime - b.entryTime)
      state = amended.state
      log = [...log, ...now].sort(inOrder)
      const rest = late.filter(it => it.capturedAt > reach)
      if (rest.length > 0) takeLate(rest)
      return
    }
  }

  return {
    /** Processes a batch of readings: first those newer than all before, then the late ones. */
    take(some: readonly LoggedReading[]): void {
      const fresh = some
        .filter(
          (it, n) => !log.some(({ id }) => id === it.id) && some.findIndex(({ id }) => id === it.id) === n,
        )
        .sort(inOrder)
      const known = state
      const { capturedAt } = known
      const isLate = (it: LoggedReading) =>
        capturedAt !== null &&
        (it.capturedAt <= capturedAt || isBeforeSilence(known, it.capturedAt)) &&
        !isUnclear(it)
      const late = fresh.filter(isLate)
      for (const one of fresh) {
        if (isLate(one)) continue
        takeInOrder(one)
        log = [...log, one].sort(inOrder)
      }
      if (late.length > 0) takeLate(late)
    },
    /** Ends the visit if enough silence has passed. */
    wait(): void {
      const silence = endBySilence(state, Number.POSITIVE_INFINITY)
      if (!silence) return
      state = silence.next
      endOpen(silence.next.exitTime)
    },
    get held() {
      return { state, stays }
    },
  }
}
