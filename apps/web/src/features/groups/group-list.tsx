import { plural, t } from '@lingui/core/macro'
import type { Group } from '@muster/contract/groups.ts'
import type { ComponentProps, ReactNode } from 'react'
import type { PagedList } from '../../lib/use-pages.ts'
import { LoadMore } from '../../ui/layout/load-more.tsx'
import { AgeGrey } from '../../ui/live/age-grey.tsx'
import { FilteredEmpty } from '../../ui/states/filtered-empty.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import classes from './group-list.module.css'

type Props = {
  list: PagedList<Group>
  empty: ReactNode
  /** Tells whether a search is set, and clears it. */
  filters: { isSet: boolean; clear: ComponentProps<typeof FilteredEmpty>['onClear'] }
  children: (group: Group) => ReactNode
}

/** The conversations in every state: loading, failed (with the age of rows still shown), empty, no matches. */
export function GroupList({ list, empty, filters, children }: Props) {
  const { rows, failed } = list
  const isEmpty = rows?.length === 0
  return (
    <>
      <Loaded list={list} failure={t`Failed to load groups`} skeleton={6} />
      {isEmpty &&
        (filters.isSet ? (
          <FilteredEmpty
            title={t`No groups match`}
            text={t`Try different words from the name or description.`}
            onClear={filters.clear}
          />
        ) : (
          empty
        ))}
      {rows && !isEmpty && (
        <AgeGrey stale={failed}>
          <ul className={classes.list} aria-label={t`Groups`}>
            {rows.map(group => (
              <li key={group.id}>{children(group)}</li>
            ))}
          </ul>
        </AgeGrey>
      )}
      <LoadMore
        list={list}
        describeCount={count => t`${plural(count, { one: '# more group', other: '# more groups' })}`}
      />
    </>
  )
}
