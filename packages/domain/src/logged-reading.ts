import { isUnclear, type PresenceState, type Reading } from './presence.ts'

/** A reading as the log holds it. */
export type LoggedReading = Reading & { readonly id: string }

/** From one reading to another, in ms; `exitTime` is null while it lasts. */
export type Stay<R> = { readonly entryTime: number; readonly exitTime: number | null; readonly begunBy: R }

/** The one order of readings, whatever the order in which they came: by the moment, and within one by their ids. */
export const inOrder = (one: LoggedReading, other: LoggedReading) =>
  one.capturedAt - other.capturedAt || (one.id < other.id ? -1 : Number(one.id > other.id))

/** Whether `advance` took the reading into account: it is the newest, and not too poor to tell. */
export const counts = (state: PresenceState, reading: Reading) =>
  (state.capturedAt === null || reading.capturedAt > state.capturedAt) && !isUnclear(reading)
