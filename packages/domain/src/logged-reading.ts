import { isUnclear, type PresenceState, type Reading } from './presence.ts'

/** A reading as stored in the log. */
export type LoggedReading = Reading & { readonly id: string }

/** A stay in a zone, with times in ms. `exitTime` is null while the stay lasts; `begunBy` is the reading that began it. */
export type Stay<R> = { readonly entryTime: number; readonly exitTime: number | null; readonly begunBy: R }

/** Compares readings for their canonical order, which does not depend on arrival: by time, then by id. */
export const compareReadings = (a: LoggedReading, b: LoggedReading) =>
  a.capturedAt - b.capturedAt || (a.id < b.id ? -1 : Number(a.id > b.id))

/** Returns true if `advance` takes the reading into account: it is newer than the state, and not unclear (`isUnclear`). */
export const isRelevant = (state: PresenceState, reading: Reading) =>
  (state.capturedAt === null || reading.capturedAt > state.capturedAt) && !isUnclear(reading)
