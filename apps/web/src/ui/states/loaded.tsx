import type { ReactNode } from 'react'
import { AgeGrey } from '../live/age-grey.tsx'
import { ErrorState } from './error-state.tsx'
import { FailedLine } from './failed-line.tsx'
import { ListSkeleton } from './skeletons.tsx'

type Query<Data> = {
  data: Data | undefined
  isError: boolean
  error: unknown
  refetch: () => unknown
  isFetching: boolean
  dataUpdatedAt: number
}
type List<Data> = {
  rows: Data | undefined
  failed: boolean
  error?: unknown
  retry: () => void
  retrying: boolean
  staleSince: string | undefined
}

type Props<Data> = ({ query: Query<Data> } | { list: List<Data> }) & {
  /** The failure in the specification's wording: "Failed to load zones". */
  failure: string
  /** The shape of what comes: a number of rows, or another skeleton. */
  skeleton: number | ReactNode
  /** True for a part of a card, where a failure takes one line. */
  inLine?: boolean
  /** True if data that couldn’t be fetched again is shown as it is, such as a form that somebody fills in. */
  quiet?: boolean
  /** Shown instead of the failure for errors that have another reason than the network or the server: `NotAllowed`. */
  refused?: (error: unknown) => ReactNode
  /** Without it, shown above data that stays, the failure tells that they are old. */
  children?: (data: Data) => ReactNode
}

/** Shows a skeleton, then the data, or the failure with Retry. Data that couldn’t be fetched again stays, greyed, with its age. */
export function Loaded<Data>(props: Props<Data>) {
  const { failure, skeleton, inLine, quiet, refused, children } = props
  const [data, hasFailed, error] =
    'list' in props
      ? [props.list.rows, props.list.failed, props.list.error]
      : [props.query.data, props.query.isError, props.query.error]
  const source = 'list' in props ? { list: props.list } : { query: props.query }
  return (
    <>
      {data === undefined &&
        !hasFailed &&
        (typeof skeleton === 'number' ? <ListSkeleton count={skeleton} /> : skeleton)}
      {hasFailed &&
        (data === undefined || !quiet) &&
        (refused?.(error) ||
          (inLine ? <FailedLine text={failure} {...source} /> : <ErrorState title={failure} {...source} />))}
      {data !== undefined &&
        (quiet ? children?.(data) : children && <AgeGrey stale={hasFailed}>{children(data)}</AgeGrey>)}
    </>
  )
}
