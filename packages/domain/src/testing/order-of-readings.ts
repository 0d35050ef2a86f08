import fc from 'fast-check'
import { compareReadings, type LoggedReading } from '../logged-reading.ts'
import {
  advance,
  endBySilence,
  isBeforeSilence,
  isUnclear,
  lookBackMs,
  maxOpenMs,
  type PresenceState,
  unknownPresence,
} from '../presence.ts'
import { amendStays, type KnownStay } from '../presence-amend.ts'

const SECOND = 1_000
const HOUR = 3_600 * SECOND
/** Converts metres to degrees of latitude. */
const toLatitudeDegrees = (metres: number) => metres / 111_195

/** Generates readings near a zone whose edge runs along the equator, up to 900 m north (inside) or south of it. */
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
        maxOpenMs,
        maxOpenMs + 1,
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
    place: { lat: toLatitudeDegrees(metres), lng: 0, accuracyMeters },
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
        const reorderedReadings = readings
          .map((it, n) => ({
            it,
            turn: inAnyOrder ? ((delays[n] ?? 0) * 31 + n * 17) % 53 : n + (delays[n] ?? 0),
          }))
          .sort((a, b) => a.turn - b.turn)
          .map(({ it }) => it)
        return [...reorderedReadings, ...twice.flatMap(n => readings[n] ?? [])]
      })
  })

/** Simulates the stored data about one person in one zone (log, state and stays), and maintains it as the check writer does. */
export function createPresenceKeeper(max = { before: 256, after: 4 }) {
  let log: LoggedReading[] = []
  let state: PresenceState = unknownPresence
  let stays: KnownStay[] = []
  let count = 0

  function takeInOrder(newReading: LoggedReading): void {
    const { next, change, visit, silence } = advance(state, newReading)
    state = next
    endOpenStay(silence?.visit?.exitTime)
    if (change === 'entered')
      stays.push({ id: `${++count}`, entryTime: newReading.capturedAt, exitTime: null })
    else endOpenStay(visit?.exitTime)
  }

  function endOpenStay(exitTime: number | null | undefined): void {
    if (exitTime) stays = stays.map(it => (it.exitTime === null ? { ...it, exitTime } : it))
  }

  function takeLate(lateReadings: LoggedReading[]): void {
    const startAt = lateReadings[0]?.capturedAt ?? 0
    const earlierReadings = log.filter(it => it.capturedAt < startAt && it.capturedAt >= startAt - lookBackMs)
    const laterReadings = log.filter(it => it.capturedAt >= startAt)
    for (let size = max.after; ; size *= 4) {
      const complete = laterReadings.length <= size
      const prefix = laterReadings.slice(0, size)
      const reachedUntil = complete ? Number.POSITIVE_INFINITY : (prefix.at(-1)?.capturedAt ?? startAt)
      const currentBatch = lateReadings.filter(it => it.capturedAt <= reachedUntil)
      const context = { before: earlierReadings.slice(-max.before), after: prefix, complete, stays, state }
      const { cut, gone, told, ...amendedFields } = amendStays(currentBatch, context)
      if (cut) continue
      stays = stays
        .filter(it => !gone.includes(it))
        .concat(told.map(it => ({ id: `${++count}`, entryTime: it.entryTime, exitTime: it.exitTime })))
        .sort((a, b) => a.entryTime - b.entryTime)
      state = amendedFields.state
      log = [...log, ...currentBatch].sort(compareReadings)
      const remaining = lateReadings.filter(it => it.capturedAt > reachedUntil)
      if (remaining.length > 0) takeLate(remaining)
      return
    }
  }

  return {
    /** Processes a batch of readings: first those newer than all previous readings, then the late ones. */
    take(batch: readonly LoggedReading[]): void {
      const freshReadings = batch
        .filter(
          (it, n) => !log.some(({ id }) => id === it.id) && batch.findIndex(({ id }) => id === it.id) === n,
        )
        .sort(compareReadings)
      const previousState = state
      const { capturedAt } = previousState
      const isLate = (it: LoggedReading) =>
        capturedAt !== null &&
        (it.capturedAt <= capturedAt || isBeforeSilence(previousState, it.capturedAt)) &&
        !isUnclear(it)
      const lateReadings = freshReadings.filter(isLate)
      for (const newReading of freshReadings) {
        if (isLate(newReading)) continue
        takeInOrder(newReading)
        log = [...log, newReading].sort(compareReadings)
      }
      if (lateReadings.length > 0) takeLate(lateReadings)
    },
    /** Ends the visit if enough silence has passed. */
    wait(): void {
      const silence = endBySilence(state, Number.POSITIVE_INFINITY)
      if (!silence) return
      state = silence.next
      endOpenStay(silence.next.exitTime)
    },
    get held() {
      return { state, stays }
    },
  }
}
