import { sortDirections } from '@muster/domain/people-order.ts'
import { z } from 'zod'

/** Most recently added first. `state`: inside, outside, never checked in, invited. Never seen counts as seen first. */
export const peopleOrder = <Sort extends string>(sorts: readonly [Sort, ...Sort[]]) => ({
  sort: z.enum(sorts).default('added' as never),
  direction: z.enum(sortDirections).default('desc'),
})
