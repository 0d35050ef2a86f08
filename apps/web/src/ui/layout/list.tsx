import type { ErrorCode } from '@muster/contract/errors.ts'
import type { ComponentProps, ReactNode } from 'react'
import { errorCode } from '../../lib/error-text.ts'
import type { ListState } from '../../lib/use-pages.ts'
import { AgeGrey } from '../live/age-grey.tsx'
import { ErrorState } from '../states/error-state.tsx'
import { FilteredEmpty } from '../states/filtered-empty.tsx'
import { NotAllowed } from '../states/not-allowed.tsx'
import { ListSkeleton } from '../states/skeletons.tsx'
import { PagedGrid } from './paged-grid.tsx'

type Props<Row> = ComponentProps<typeof PagedGrid<Row>> & {
  list: ListState<Row>
  /** Title of the error: "Failed to load zones". */
  failure: string
  /** The error codes that are shown as "not allowed" instead of as a failure, with their texts. */
  forbidden?: Partial<Record<ErrorCode, string>>
  /** Shown if there is no data at all: an `EmptyState`. */
  empty: ReactNode
  /** Tells whether filters are set, and clears them. Undefined if there would be no rows without filters either. */
  filters: { isSet: boolean; clear: () => void } | undefined
  /** Title and text shown if the filters exclude everything. */
  emptyTexts: readonly [title: string, text?: string]
  skeleton?: ReactNode
}

/** Loading, failed (with the age of rows still shown), not allowed, empty, no matches. `children` renders a card. */
export function List<Row>(props: Props<Row>) {
  const {
    list,
    failure,
    forbidden,
    empty,
    filters,
    emptyTexts,
    skeleton = <ListSkeleton />,
    ...gridProps
  } = props
  const { rows, failed, error, retry, retrying, staleSince } = list
  // Empty placeholder rows belong to the previous filter and say nothing about this one.
  const isLoading = rows ? rows.length === 0 && list.query?.isPlaceholderData : !failed
  const refusal = forbidden?.[errorCode(error) as ErrorCode]
  return (
    <>
      {isLoading && skeleton}
      {failed &&
        (refusal ? (
          <NotAllowed title={refusal} />
        ) : (
          <ErrorState
            title={failure}
            error={error}
            onRetry={retry}
            retrying={retrying}
            staleSince={staleSince}
          />
        ))}
      {rows?.length === 0 &&
        !isLoading &&
        (filters?.isSet ? (
          <FilteredEmpty title={emptyTexts[0]} text={emptyTexts[1]} onClear={filters.clear} />
        ) : (
          empty
        ))}
      {rows && rows.length > 0 && (
        <AgeGrey stale={failed}>
          <PagedGrid {...gridProps} list={list} />
        </AgeGrey>
      )}
    </>
  )
}
