import { z } from 'zod'

/** Where somebody is in a zone; `unknown` until their first reading. */
export const presenceWord = z.enum(['inside', 'outside', 'unknown'])
export type PresenceWord = z.infer<typeof presenceWord>
