import { z } from 'zod'

/** The number of people by the way in which something urgent gets to them; see `reachWays` of the domain. */
export const reachCounts = z.object({ device: z.int(), app: z.int(), none: z.int() })
export type ReachCounts = z.infer<typeof reachCounts>
