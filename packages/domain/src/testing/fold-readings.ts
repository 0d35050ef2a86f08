import { inOrder, type LoggedReading, type Stay } from '../logged-reading.ts'
import { advance, type PresenceState, unknownPresence } from '../presence.ts'

type Folded<R> = { readonly state: PresenceState; readonly stays: readonly Stay<R>[] }

/**
 * The state and the stays of one person in one zone that readings lead to: what the database holds must be this, in whatever
 * order they came and however often each. Whoever counts a reading twice counts it once here.
 */
export function foldReadings<R extends LoggedReading>(readings: readonly R[]): Folded<R> {
  const once = [...new Map(readings.map(reading => [reading.id, reading])).values()].sort(inOrder)
  let state = unknownPresence
  const stays: Stay<R>[] = []
  for (const reading of once) {
    const { next, change } = advance(state, reading)
    state = next
    if (change === 'entered') stays.push({ entryTime: reading.capturedAt, exitTime: null, begunBy: reading })
    const last = stays.at(-1)
    if (change === 'left' && last) stays[stays.length - 1] = { ...last, exitTime: reading.capturedAt }
  }
  return { state, stays }
}
