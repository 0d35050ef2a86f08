import { inOrder, type LoggedReading, type Stay } from '../logged-reading.ts'
import { advance, endBySilence, type PresenceState, unknownPresence } from '../presence.ts'

type Folded<R> = { readonly state: PresenceState; readonly stays: readonly Stay<R>[] }

/**
 * Derives the state and stays of one person in one zone from readings. The database must agree, in whatever order and however
 * often the readings arrive; repeated readings count once here.
 */
export function foldReadings<R extends LoggedReading>(readings: readonly R[]): Folded<R> {
  const once = [...new Map(readings.map(reading => [reading.id, reading])).values()].sort(inOrder)
  let state = unknownPresence
  const stays: Stay<R>[] = []
  for (const reading of once) {
    const { next, change, silence } = advance(state, reading)
    state = next
    if (silence) endLast(stays, silence.next.exitTime)
    if (change === 'entered') stays.push({ entryTime: reading.capturedAt, exitTime: null, begunBy: reading })
    if (change === 'left') endLast(stays, next.exitTime)
  }
  return { state, stays }
}

/** Does the same long after the last reading, so that silence has taken effect. */
export function foldThenWait<R extends LoggedReading>(readings: readonly R[]): Folded<R> {
  const { state, stays } = foldReadings(readings)
  const silence = endBySilence(state, Number.POSITIVE_INFINITY)
  if (!silence) return { state, stays }
  const ended = [...stays]
  endLast(ended, silence.next.exitTime)
  return { state: silence.next, stays: ended }
}

function endLast<R>(stays: Stay<R>[], exitTime: number | null): void {
  const last = stays.pop()
  if (last) stays.push({ ...last, exitTime })
}
