import type { SortDirection, ZonePeopleSort } from '@muster/domain/people-order.ts'

/** The order of a list as stored in the URL: `name`, or `-name` for the reverse. Undefined: most recently added first. */
export type OrderParam = ZonePeopleSort | `-${ZonePeopleSort}`
export type PeopleOrder = { sort: ZonePeopleSort; direction: SortDirection }

/** The direction in which each order is used first. */
export const firstDirections: Readonly<Record<ZonePeopleSort, SortDirection>> = {
  added: 'desc',
  name: 'asc',
  state: 'asc',
  seen: 'desc',
  role: 'asc',
  groups: 'desc',
}

/** Parses the order in the URL; undefined for one that the list does not have, and for the order it has anyway. */
export function readOrderParam<Sort extends ZonePeopleSort>(
  value: unknown,
  sorts: readonly Sort[],
): Sort | `-${Sort}` | undefined {
  if (value === '-added') return undefined
  return sorts.flatMap(sort => [sort, `-${sort}`] as const).find(param => param === value)
}

export function toOrder(param: OrderParam | undefined): PeopleOrder {
  if (param === undefined) return { sort: 'added', direction: 'desc' }
  return param.startsWith('-')
    ? { sort: param.slice(1) as ZonePeopleSort, direction: 'desc' }
    : { sort: param as ZonePeopleSort, direction: 'asc' }
}

/** Returns the parameter of an order; undefined for the order that lists have anyway. */
export function toOrderParam({ sort, direction }: PeopleOrder): OrderParam | undefined {
  if (direction === 'asc') return sort
  return sort === 'added' ? undefined : `-${sort}`
}

/** Returns the order after a press of a column's header: its first direction, then the reverse. */
export function toggleOrder(current: PeopleOrder, sort: ZonePeopleSort): PeopleOrder {
  if (current.sort !== sort) return { sort, direction: firstDirections[sort] }
  return { sort, direction: current.direction === 'asc' ? 'desc' : 'asc' }
}
