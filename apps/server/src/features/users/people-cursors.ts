import { id, instant } from '@muster/contract/ids.ts'
import { sortDirections, type ZonePeopleSort } from '@muster/domain/people-order.ts'
import { z } from 'zod'
import { createCursors } from '../../rpc/paging.ts'
import { isNewestFirst, type OrderedPosition, type PeopleOrder } from './users.queries.ts'

type Cursors = {
  read: (cursor: string | undefined) => OrderedPosition | undefined
  write: (position: { assignedAt: string; key: string | null; id: string }) => string
}

/** Each order has its own cursors, so that none continues another. */
export function createOrderedCursors(
  list: string,
  sorts: readonly ZonePeopleSort[],
): (order: PeopleOrder) => Cursors {
  const newest = createCursors(list, z.object({ assignedAt: instant, id }))
  const newestCursors: Cursors = {
    read: newest.read,
    write: position => newest.write({ assignedAt: position.assignedAt, id: position.id }),
  }
  const sortedCursors = new Map<string, Cursors>()
  for (const sort of sorts)
    for (const direction of sortDirections) {
      const name = `${list} by ${sort} ${direction}`
      const sorted = createCursors(name, z.object({ key: z.string().max(200), id }))
      sortedCursors.set(`${sort} ${direction}`, {
        read: sorted.read,
        write: position => sorted.write({ key: position.key ?? '', id: position.id }),
      })
    }
  return order =>
    (isNewestFirst(order) ? undefined : sortedCursors.get(`${order.sort} ${order.direction}`)) ??
    newestCursors
}
