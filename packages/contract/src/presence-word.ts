import { z } from 'zod'

/** Where somebody is in a zone; `unknown` until their first reading. */
export const presenceWord = z.enum(['inside', 'outside', 'unknown'])
export type PresenceWord = z.infer<typeof presenceWord>

/**
 * Whether the device itself said of the newest reading that another app made the position up. It counts as any other, and is
 * shown as weaker evidence.
 */
export const mockPosition = z.boolean()
