import { z } from 'zod'
import { id } from './ids.ts'

/** In order: each value with the items that had it. Items that no call can restore are left out. */
export const undoSteps = <To extends z.ZodType>(to: To, most: number) =>
  // At most one step per item and two for the status of a hazard.
  z.array(z.object({ to, ids: z.array(id).max(most) })).max(2 * most)
