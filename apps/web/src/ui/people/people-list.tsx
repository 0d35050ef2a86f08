import { t } from '@lingui/core/macro'
import type { ZonePeopleSort } from '@muster/domain/people-order.ts'
import { IconUsers } from '@tabler/icons-react'
import {
  type ComponentProps,
  type CSSProperties,
  type ReactNode,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { readDetails, type SearchProps } from '../../lib/search-props.ts'
import { List } from '../layout/list.tsx'
import { EmptyState } from '../states/empty-state.tsx'
import { type OrderParam, toOrder } from './people-order.ts'
import classes from './people-table.module.css'
import { type PeopleColumn, PeopleListHead, PeopleTableHead } from './people-table.tsx'
import { PersonRow, type PersonRowContent } from './person-row.tsx'
import type { PeopleSelection } from './use-people-selection.ts'

type SharedPropName = 'list' | 'getKey' | 'label' | 'total' | 'filters' | 'failure' | 'forbidden'
type Props<Row> = Pick<ComponentProps<typeof List<Row>>, SharedPropName> &
  SearchProps<{ user?: string | undefined; sort?: OrderParam | undefined }> & {
    /** Shown if there is nobody to list even without filters. */
    emptyText: string
    emptyAction?: ReactNode
    /** The columns of the table, the first for the name. */
    tableColumns: readonly PeopleColumn[]
    /** The orders in which the server lists these people; none if there is only one. */
    sorts: readonly ZonePeopleSort[]
    /** Returns the parts of a person's row that this viewer may see. */
    columns: (row: Row) => PersonRowContent
    /** False if the viewer may not open a person's details. */
    opens?: boolean
    /** Undefined if there is nothing to do with several people. */
    selection?: PeopleSelection | undefined
  }

/**
 * Minimum width in rem of a table of people, so that larger text needs more room; in less, rows have everything below the name. The
 * minimum widths of the columns and the gaps between them fit into it.
 */
const minTableWidthRem = 56

/** A table with sortable columns or, in less room, rows with a sort menu. The row of the person named in the URL is marked. */
export function PeopleList<Row>({
  search,
  onSearch,
  emptyText,
  emptyAction,
  tableColumns,
  sorts,
  columns,
  opens = true,
  selection,
  list,
  ...props
}: Props<Row>) {
  const details = readDetails({ search, onSearch }, 'user')
  const { getKey } = props
  const frameRef = useRef<HTMLDivElement>(null)
  const isTable = useIsWiderThan(frameRef, minTableWidthRem)
  // A person who moved in the order between two pages comes with both.
  const rows = useMemo(
    () => list.rows && [...new Map(list.rows.map(row => [getKey(row), row])).values()],
    [list.rows, getKey],
  )
  const shownIds = useMemo(() => rows?.map(getKey) ?? [], [rows, getKey])
  const ordering = {
    order: toOrder(search.sort),
    onOrder: (sort: OrderParam | undefined) => onSearch({ sort } as typeof search, { replace: true }),
  }
  const selectAll = selection && {
    isAll: shownIds.length > 0 && shownIds.every(id => selection.ids.has(id)),
    isSome: selection.ids.size > 0,
    onToggle: () =>
      shownIds.every(id => selection.ids.has(id)) ? selection.clear() : selection.select(shownIds),
  }
  const hasRows = shownIds.length > 0
  const rowCount = list.complete ? shownIds.length : props.total
  const columnWidths = [...(selection ? ['44px'] : []), ...tableColumns.map(column => column.width)].join(' ')
  const body = (
    <List
      {...props}
      list={{ ...list, rows }}
      empty={
        <EmptyState icon={IconUsers} title={t`No users found`} text={emptyText}>
          {emptyAction}
        </EmptyState>
      }
      emptyTexts={[t`No users found`, t`No users match your search criteria.`]}
      // One column.
      minColumn={100_000}
      gap={0}
      estimate={isTable ? 57 : 76}
      isTable={isTable}
    >
      {row => {
        const userId = getKey(row)
        return (
          <PersonRow
            userId={userId}
            isTable={isTable}
            {...columns(row)}
            {...(opens && details.row(userId))}
            selection={
              selection && {
                isSelected: selection.ids.has(userId),
                onToggle: isRange => selection.toggle(userId, shownIds, isRange),
              }
            }
          />
        )
      }}
    </List>
  )
  return (
    <div ref={frameRef} style={{ display: 'grid', gap: 8, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {hasRows && !isTable && (sorts.length > 0 || selection) && (
        <PeopleListHead sorts={sorts} ordering={ordering} selectAll={selectAll} />
      )}
      <div
        className={hasRows ? classes.frame : undefined}
        style={{ '--columns': columnWidths } as CSSProperties}
        {...(isTable &&
          hasRows && {
            role: 'table',
            'aria-label': props.label,
            'aria-rowcount': rowCount === undefined ? -1 : rowCount + 1,
          })}
      >
        {isTable && hasRows && (
          <PeopleTableHead columns={tableColumns} ordering={ordering} selectAll={selectAll} />
        )}
        {body}
      </div>
    </div>
  )
}

/** True if the element is wider than so many rem. Measured before the first frame, so that nothing changes after it. */
function useIsWiderThan(ref: React.RefObject<HTMLElement | null>, widthRem: number): boolean {
  const [isWider, setIsWider] = useState(false)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => {
      const remPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
      setIsWider(element.getBoundingClientRect().width >= widthRem * remPx)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref, widthRem])
  return isWider
}
