import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { staleSince } from '../../../lib/stale-since.ts'
import { AgeGrey } from '../../../ui/live/age-grey.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { ListSkeleton } from '../../../ui/states/skeletons.tsx'
import classes from './report-mailing.module.css'

type Props = {
  title: string
  text: ReactNode
  query: Pick<UseQueryResult, 'isPending' | 'isError' | 'isFetching' | 'refetch' | 'dataUpdatedAt' | 'data'>
  failure: string
  /** The one thing to do. */
  act?: ReactNode
  children: ReactNode
}

/** One subject of the mailing in every state: loading, failed with its age, there. */
export function MailingCard({ title, text, query, failure, act, children }: Props) {
  const titleId = useId()
  return (
    <section className={classes.card} aria-labelledby={titleId}>
      <div className={classes.head}>
        <div className={classes.words}>
          <h2 className={classes.title} id={titleId}>
            {title}
          </h2>
          <p className={classes.quiet}>{text}</p>
        </div>
        {act}
      </div>
      {query.isPending && <ListSkeleton count={2} />}
      {query.isError && (
        <ErrorState
          title={failure}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
          staleSince={staleSince(query)}
        />
      )}
      <AgeGrey stale={query.isError}>{children}</AgeGrey>
    </section>
  )
}
