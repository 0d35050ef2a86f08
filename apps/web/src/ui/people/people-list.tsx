import { t } from '@lingui/core/macro'
import { IconUsers } from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'
import { readDetails, type SearchProps } from '../../lib/search-props.ts'
import { List } from '../layout/list.tsx'
import { EmptyState } from '../states/empty-state.tsx'
import { PersonCard } from './person-card.tsx'

type SharedPropName = 'list' | 'getKey' | 'label' | 'total' | 'filters' | 'failure' | 'forbidden' | 'estimate'
type Props<Row> = Pick<ComponentProps<typeof List<Row>>, SharedPropName> &
  SearchProps<{ user?: string | undefined }> & {
    /** Shown if there is nobody to list even without filters. */
    emptyText: string
    emptyAction?: ReactNode
    /** Returns the parts of a person's card that this viewer may see. */
    columns: (row: Row) => Omit<ComponentProps<typeof PersonCard>, 'userId' | 'isOpen' | 'onOpen'>
    /** False if the viewer may not open a person's details. */
    opens?: boolean
  }

/**
 * A list of people as cards, including its loading, error and empty states. The card of the person named in the URL is marked as
 * open.
 */
export function PeopleList<Row>({
  search,
  onSearch,
  emptyText,
  emptyAction,
  columns,
  opens = true,
  ...list
}: Props<Row>) {
  const details = readDetails({ search, onSearch }, 'user')
  return (
    <List
      {...list}
      empty={
        <EmptyState icon={IconUsers} title={t`No users found`} text={emptyText}>
          {emptyAction}
        </EmptyState>
      }
      emptyTexts={[t`No users found`, t`No users match your search criteria.`]}
      minColumn={260}
      gap={12}
    >
      {row => {
        const userId = list.getKey(row)
        return <PersonCard userId={userId} {...columns(row)} {...(opens && details.row(userId))} />
      }}
    </List>
  )
}
