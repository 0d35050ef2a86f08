import { Anchor } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import type { AppPath } from '../../lib/paths.ts'
import { AgeGrey } from '../../ui/live/age-grey.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import classes from './dashboard.module.css'

type Props<Row> = {
  title: string
  icon: Icon
  to: AppPath
  query: {
    data: { rows: Row[] } | undefined
    isError: boolean
    isFetching: boolean
    refetch: () => unknown
  }
  failure: string
  /** One line where there is none. */
  empty: string
  children: (row: Row) => ReactNode
}

/** The newest few of something, with the way to all of them. */
export function RecentList<Row extends { id: string }>(props: Props<Row>) {
  const { title, icon: Icon, to, query, failure, empty, children } = props
  const headingId = useId()
  const rows = query.data?.rows
  return (
    <section className={classes.card} aria-labelledby={headingId}>
      <div className={classes.row}>
        <Icon size="1.25rem" stroke={1.8} aria-hidden />
        <h2 id={headingId} className={`${classes.heading} ${classes.grow}`}>
          {title}
        </h2>
        <Anchor component={Link} to={to} className={classes.viewAll} aria-label={`View All ${title}`}>
          View All
        </Anchor>
      </div>
      {query.isError && (
        <ErrorState title={failure} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      )}
      {!rows && !query.isError && <ListSkeleton count={2} />}
      {rows?.length === 0 && <p className={classes.quiet}>{empty}</p>}
      {rows && rows.length > 0 && (
        <AgeGrey stale={query.isError}>
          <ul className={classes.recent}>
            {rows.map(row => (
              <li key={row.id}>{children(row)}</li>
            ))}
          </ul>
        </AgeGrey>
      )}
    </section>
  )
}
