import { isUnclear, type PresenceState, type Reading } from './presence.ts'

/** A reading as stored in the log. */
export type LoggedReading = Reading & { readonly id: string }

/** A stay from one reading to another, in ms; `exitTime` is null while the stay lasts. */
export type Stay<R> = { readonly entryTime: number; readonly exitTime: number | null; readonly begunBy: R }

/** Compares readings for their canonical order, which does not depend on arrival: by time, then by id. */
export const compareReadings = (a: LoggedReading, b: LoggedReading) =>
  a.capturedAt - b.capturedAt || (a.id < b.id ? -1 : Number(a.id > b.id))

/** Returns true if `advance` takes the reading into account: it is the newest, and accurate enough to decide. */
export const isRelevant = (state: PresenceState, reading: Reading) =>
  (state.capturedAt === null || reading.capturedAt > state.capturedAt) && !isUnclear(reading)
