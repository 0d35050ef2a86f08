import { z } from 'zod'

/** The keys by which the people of a zone can be sorted. */
export const zonePeopleSorts = ['added', 'name', 'state', 'seen', 'role', 'groups'] as const
export type ZonePeopleSort = (typeof zonePeopleSorts)[number]

/** The keys by which accounts, and the people of all one's zones, can be sorted. */
export const accountSorts = ['added', 'name', 'state', 'seen', 'role'] as const
export type AccountSort = (typeof accountSorts)[number]

export const sortDirections = ['asc', 'desc'] as const
export type SortDirection = (typeof sortDirections)[number]

/**
 * The order of a list of people; without one, the most recently added come first. `state` is inside, outside, never checked in,
 * invited. People who were never seen count as seen before all others.
 */
export const peopleOrder = <Sort extends string>(sorts: readonly [Sort, ...Sort[]]) => ({
  sort: z.enum(sorts).default('added' as never),
  direction: z.enum(sortDirections).default('desc'),
})
