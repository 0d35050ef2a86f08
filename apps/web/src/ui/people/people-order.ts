import { t } from '@lingui/core/macro'
import type { SortDirection, ZonePeopleSort } from '@muster/contract/people-order.ts'

/** The order of a list as stored in the URL: `name`, or `-name` for the reverse. Undefined: most recently added first. */
export type OrderParam = ZonePeopleSort | `-${ZonePeopleSort}`
export type PeopleOrder = { sort: ZonePeopleSort; direction: SortDirection }

/** The direction in which each order is used first. */
const firstDirections: Readonly<Record<ZonePeopleSort, SortDirection>> = {
  added: 'desc',
  name: 'asc',
  state: 'asc',
  seen: 'desc',
  role: 'asc',
  groups: 'desc',
}

/** The options of the sort menu, where columns have no headers. */
const orderLabels: Partial<Record<OrderParam, string>> = {
  '-added': t`Newest first`,
  added: t`Oldest first`,
  name: t`Name, A to Z`,
  '-name': t`Name, Z to A`,
  state: t`Inside first`,
  '-state': t`Inside last`,
  '-seen': t`Last seen first`,
  seen: t`Longest not seen first`,
  role: t`Role`,
  '-role': t`Role, lowest first`,
  '-groups': t`Most groups first`,
  groups: t`Fewest groups first`,
}

/** Parses the order in the URL; undefined for one that the list does not have, and for the order it has anyway. */
export function readOrderParam<Sort extends ZonePeopleSort>(
  value: unknown,
  sorts: readonly Sort[],
): Sort | `-${Sort}` | undefined {
  if (value === '-added') return undefined
  return sorts.flatMap(sort => [sort, `-${sort}`] as const).find(param => param === value)
}

/** Returns the order that a parameter stands for. */
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

/** Returns the choices of the sort menu for these orders. */
export const listOrderChoices = (sorts: readonly ZonePeopleSort[]) =>
  sorts.flatMap(sort => {
    const first = toOrderParam({ sort, direction: firstDirections[sort] }) ?? '-added'
    const second = first.startsWith('-') ? sort : (`-${sort}` as const)
    return [first, second].map(value => ({ value, label: orderLabels[value] ?? value }))
  })
