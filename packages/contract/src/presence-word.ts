import { z } from 'zod'
import { instant } from './ids.ts'

/** A person's presence in a zone; `unknown` until their first reading. */
export const presenceStatus = z.enum(['inside', 'outside', 'unknown'])
export type PresenceStatus = z.infer<typeof presenceStatus>
/** A filter of a list of people. `unseen`: inside, but not seen within the freshness limit. */
export const presenceFilter = z.enum([...presenceStatus.options, 'unseen'])
export type PresenceFilter = z.infer<typeof presenceFilter>

/** A person's decision on location tracking. Only `given` lets others see their last position. */
export const consentStatus = z.enum(['given', 'withdrawn', 'unasked'])
export type ConsentStatus = z.infer<typeof consentStatus>

/** The device reports that another app faked the newest position. It counts, but is shown as weaker evidence. */
export const mockPosition = z.boolean()

/** True if another app faked the position at the visit's entry or exit. */
export const mockVisit = z.boolean()

/**
 * The time of the person's newest reading during an open visit; null once the visit has ended. After the freshness limit it is
 * unknown whether they are still there (`toStayStatus`).
 */
export const lastSeenInVisit = instant.nullable()
