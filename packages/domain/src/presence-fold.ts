import { advance, isUnclear, type PresenceState, type Reading, unknownPresence } from './presence.ts'

/** A reading as the log holds it. */
export type LoggedReading = Reading & { readonly id: string }

/** From one reading to another, in ms; `exitTime` is null while it lasts. */
export type Stay<R> = { readonly entryTime: number; readonly exitTime: number | null; readonly begunBy: R }

export type Folded<R> = { readonly state: PresenceState; readonly stays: readonly Stay<R>[] }

/** The one order of readings, whatever the order in which they came: by the moment, and within one by their ids. */
export const inOrder = (one: LoggedReading, other: LoggedReading) =>
  one.capturedAt - other.capturedAt || (one.id < other.id ? -1 : Number(one.id > other.id))

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

/** Whether `advance` took the reading into account: it is the newest, and not too poor to tell. */
export const counts = (state: PresenceState, reading: Reading) =>
  (state.capturedAt === null || reading.capturedAt > state.capturedAt) && !isUnclear(reading)
