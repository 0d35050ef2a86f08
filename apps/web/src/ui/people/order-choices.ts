import { t } from '@lingui/core/macro'
import type { ZonePeopleSort } from '@muster/domain/people-order.ts'
import { firstDirections, type OrderParam, toOrderParam } from './people-order.ts'

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

/** Returns the choices of the sort menu for these orders. */
export const listOrderChoices = (sorts: readonly ZonePeopleSort[]) =>
  sorts.flatMap(sort => {
    const first = toOrderParam({ sort, direction: firstDirections[sort] }) ?? '-added'
    const second = first.startsWith('-') ? sort : (`-${sort}` as const)
    return [first, second].map(value => ({ value, label: orderLabels[value] ?? value }))
  })
