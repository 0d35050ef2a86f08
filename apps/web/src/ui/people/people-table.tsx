import { t } from '@lingui/core/macro'
import { Flex, UnstyledButton } from '@mantine/core'
import type { ZonePeopleSort } from '@muster/domain/people-order.ts'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { Select } from '../forms/select.tsx'
import {
  firstDirections,
  type OrderParam,
  type PeopleOrder,
  readOrderParam,
  toggleOrder,
  toOrderParam,
} from './people-order.ts'
import classes from './people-table.module.css'
import { SelectBox } from './select-box.tsx'

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

const listOrderChoices = (sorts: readonly ZonePeopleSort[]) =>
  sorts.flatMap(sort => {
    const first = toOrderParam({ sort, direction: firstDirections[sort] }) ?? '-added'
    const second = first.startsWith('-') ? sort : (`-${sort}` as const)
    return [first, second].map(value => ({ value, label: orderLabels[value] ?? value }))
  })

export type PeopleColumn = {
  key: string
  label: string
  /** The order of this column; undefined if the list cannot be sorted by it. */
  sort?: ZonePeopleSort
  /** The width of the column, as in `grid-template-columns`. */
  width: string
}

type Ordering = { order: PeopleOrder; onOrder: (param: OrderParam | undefined) => void }
type SelectAll = { isAll: boolean; isSome: boolean; onToggle: () => void }

/** Set by hand, because the rows are virtual and laid out as a grid, with which browsers drop the roles of real tables. */
export const tableRoles = {
  rows: { role: 'rowgroup' },
  row: { role: 'row' },
  header: { role: 'columnheader' },
  rowHeader: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const

const selectAllText = t`Select all shown`

type HeadProps = { columns: readonly PeopleColumn[]; ordering: Ordering; selectAll: SelectAll | undefined }

export function PeopleTableHead({ columns, ordering: { order, onOrder }, selectAll }: HeadProps) {
  return (
    <div {...tableRoles.rows}>
      <div {...tableRoles.row} className={classes.head}>
        {selectAll && (
          <div {...tableRoles.header}>
            <SelectBox
              label={selectAllText}
              checked={selectAll.isAll}
              indeterminate={selectAll.isSome && !selectAll.isAll}
              onToggle={selectAll.onToggle}
            />
          </div>
        )}
        {columns.map(({ key, label, sort }) => {
          const isSorted = sort !== undefined && order.sort === sort
          const Arrow = order.direction === 'asc' ? IconArrowUp : IconArrowDown
          return (
            <div
              key={key}
              {...tableRoles.header}
              {...(sort && {
                'aria-sort': isSorted ? (order.direction === 'asc' ? 'ascending' : 'descending') : 'none',
              })}
            >
              {sort ? (
                <UnstyledButton
                  className={classes.sort}
                  data-sorted={isSorted || undefined}
                  onClick={() => onOrder(toOrderParam(toggleOrder(order, sort)))}
                >
                  {label}
                  {isSorted && <Arrow size="0.875rem" aria-hidden />}
                </UnstyledButton>
              ) : (
                label
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}

type MenuProps = {
  sorts: readonly ZonePeopleSort[]
  ordering: Ordering
  selectAll?: SelectAll | undefined
}

/** Sorting and "select all" above a list without columns. */
export function PeopleListHead({ sorts, ordering: { order, onOrder }, selectAll }: MenuProps) {
  return (
    <Flex align="center" justify="space-between" gap="xs" wrap="wrap">
      {selectAll ? (
        <SelectBox
          label={selectAllText}
          checked={selectAll.isAll}
          indeterminate={selectAll.isSome && !selectAll.isAll}
          onToggle={selectAll.onToggle}
        >
          <span aria-hidden>{t`Select all shown`}</span>
        </SelectBox>
      ) : (
        <span />
      )}
      <Select
        aria-label={t`Sort by`}
        data={listOrderChoices(sorts)}
        value={toOrderParam(order) ?? '-added'}
        onChange={value => onOrder(readOrderParam(value, sorts))}
        allowDeselect={false}
        // Beside the checkbox on a phone.
        style={{ flex: '1 1 8.5rem', maxWidth: '11rem' }}
      />
    </Flex>
  )
}
