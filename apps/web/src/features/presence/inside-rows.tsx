import { plural } from '@lingui/core/macro'
import type { InsidePerson as Person } from '@muster/contract/presence.ts'
import { isInternalAdmin } from '@muster/domain/role.ts'
import type { ReactNode } from 'react'
import type { PagedList } from '../../lib/use-pages.ts'
import { LoadMore } from '../../ui/layout/load-more.tsx'
import { InsidePerson } from './inside-person.tsx'
import classes from './presence-panel.module.css'

/** The actions of a row. Functions must be stable, or all rows render again. */
export type RowActions = {
  /** Renders a person's call button. */
  actionFor?: ((person: Pick<Person, 'userId' | 'name'>) => ReactNode) | undefined
  /** The person whose details are open. */
  openId?: string | undefined
  /** Opens a zone member's details. */
  onOpen?: ((userId: string) => void) | undefined
}

type Props = RowActions & {
  zoneId: string
  people: readonly Person[]
  /** The id of the heading that names the list. */
  labelledBy: string
  /** True for people who have not been seen recently. */
  stale: boolean
  arrivals: ReadonlySet<string>
  /** Shows the times below the name, without the role and a good accuracy. */
  short?: boolean | undefined
}

/** People inside as rows. Renders nothing if there are none. */
export function InsideRows({
  zoneId,
  people,
  labelledBy,
  stale,
  arrivals,
  short,
  actionFor,
  openId,
  onOpen,
}: Props) {
  if (people.length === 0) return null
  return (
    <ul className={classes.list} aria-labelledby={labelledBy}>
      {people.map(person => (
        <InsidePerson
          key={person.userId}
          zoneId={zoneId}
          person={person}
          arrived={arrivals.has(person.userId)}
          stale={stale}
          short={short}
          actionFor={actionFor}
          isOpen={person.userId === openId}
          // Internal admins enter without being members, so they have no details in the zone.
          onOpen={isInternalAdmin(person.role) ? undefined : onOpen}
        />
      ))}
    </ul>
  )
}

type MoreProps<Row> = {
  list: PagedList<Row>
  /** The number of people not loaded yet, if known. */
  others: number | undefined
}

/** The end of a list that can load more: a button with the number of remaining people, if known. */
export function MorePeople<Row>({ list, others }: MoreProps<Row>) {
  const pages = list.query.data?.pages.length ?? 0
  if (list.complete && pages < 2) return null
  return (
    <div data-no-print>
      <LoadMore
        list={list}
        describeCount={count => plural(count, { one: '# more person', other: '# more people' })}
      >
        {list.complete ? undefined : others !== undefined && others > 0 && formatOthers(others)}
      </LoadMore>
    </div>
  )
}

export const formatOthers = (count: number) => plural(count, { one: 'And # more.', other: 'And # more.' })
