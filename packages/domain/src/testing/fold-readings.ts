import { compareReadings, type LoggedReading, type Stay } from '../logged-reading.ts'
import { advance, endBySilence, type PresenceState, unknownPresence } from '../presence.ts'

type FoldResult<R> = { readonly state: PresenceState; readonly stays: readonly Stay<R>[] }

/**
 * Derives the state and stays of one person in one zone from readings. The database must contain the same, in whatever order and
 * however often the readings arrive; repeated readings count once here.
 */
export function foldReadings<R extends LoggedReading>(readings: readonly R[]): FoldResult<R> {
  const uniqueReadings = [...new Map(readings.map(reading => [reading.id, reading])).values()].sort(
    compareReadings,
  )
  let state = unknownPresence
  const stays: Stay<R>[] = []
  for (const reading of uniqueReadings) {
    const { next, change, silence } = advance(state, reading)
    state = next
    if (silence) endLastStay(stays, silence.next.exitTime)
    if (change === 'entered') stays.push({ entryTime: reading.capturedAt, exitTime: null, begunBy: reading })
    if (change === 'left') endLastStay(stays, next.exitTime)
  }
  return { state, stays }
}

/** Derives the state and stays long after the last reading, when silence has taken effect. */
export function foldThenWait<R extends LoggedReading>(readings: readonly R[]): FoldResult<R> {
  const { state, stays } = foldReadings(readings)
  const silence = endBySilence(state, Number.POSITIVE_INFINITY)
  if (!silence) return { state, stays }
  const endedStays = [...stays]
  endLastStay(endedStays, silence.next.exitTime)
  return { state: silence.next, stays: endedStays }
}

function endLastStay<R>(stays: Stay<R>[], exitTime: number | null): void {
  const lastStay = stays.pop()
  if (lastStay) stays.push({ ...lastStay, exitTime })
}
