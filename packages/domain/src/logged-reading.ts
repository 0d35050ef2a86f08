import { isUnclear, type PresenceState, type Reading } from './presence.ts'

/** A reading as stored in the log. */
export type LoggedReading = Reading & { readonly id: string }

/** A stay from one reading to another, in ms; `exitTime` is null while the stay lasts. */
export type Stay<R> = { readonly entryTime: number; readonly exitTime: number | null; readonly begunBy: R }

/** Compares readings for their canonical order, which does not depend on arrival: by time, then by id. */
export const inOrder = (one: LoggedReading, other: LoggedReading) =>
  one.capturedAt - other.capturedAt || (one.id < other.id ? -1 : Number(one.id > other.id))

/** Returns true if `advance` takes the reading into account: it is the newest, and accurate enough to decide. */
export const counts = (state: PresenceState, reading: Reading) =>
  (state.capturedAt === null || reading.capturedAt > state.capturedAt) && !isUnclear(reading)
