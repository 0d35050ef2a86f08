import { sortDirections } from '@muster/domain/people-order.ts'
import { z } from 'zod'

/**
 * The order of a list of people; without one, the most recently added come first. `state` is inside, outside, never checked in,
 * invited. People who were never seen count as seen before all others.
 */
export const peopleOrder = <Sort extends string>(sorts: readonly [Sort, ...Sort[]]) => ({
  sort: z.enum(sorts).default('added' as never),
  direction: z.enum(sortDirections).default('desc'),
})
