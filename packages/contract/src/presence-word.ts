import { z } from 'zod'
import { instant } from './ids.ts'

/** Where somebody is in a zone; `unknown` until their first reading. */
export const presenceWord = z.enum(['inside', 'outside', 'unknown'])
export type PresenceWord = z.infer<typeof presenceWord>

/** Somebody's decision about being located. Only `given` lets others see where they were last. */
export const consentWord = z.enum(['given', 'withdrawn', 'unasked'])
export type ConsentWord = z.infer<typeof consentWord>

/**
 * Whether the device itself said of the newest reading that another app made the position up. It counts as any other, and is
 * shown as weaker evidence.
 */
export const mockPosition = z.boolean()

/** The same of a visit: whether it was said of the reading with which it began, or of the one with which it ended. */
export const mockVisit = z.boolean()

/**
 * The newest reading of the person while their visit is open; null once it has ended. Past the freshness limit nobody knows whether
 * they are still there (`knownStay`).
 */
export const lastSeenInVisit = instant.nullable()
