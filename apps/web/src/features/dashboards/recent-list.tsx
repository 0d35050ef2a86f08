import { t } from '@lingui/core/macro'
import { Anchor, Group, Skeleton, UnstyledButton } from '@mantine/core'
import { useSessionStorage } from '@mantine/hooks'
import { type Icon, IconChevronDown } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { formatCount } from '../../lib/format-count.ts'
import type { AppPath } from '../../lib/paths.ts'
import { Rows } from '../../ui/layout/rows.tsx'
import { AgeGrey } from '../../ui/live/age-grey.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import classes from './dashboard.module.css'

/** A counter in the line of its list. */
export type Counter = {
  /** The figure; undefined while it loads, null if it could not be loaded (never shown as 0). */
  value: number | null | undefined
  hint?: string | undefined
}

type Props<Row> = {
  title: string
  icon: Icon
  counter?: Counter
  /** The page with the complete list, if there is one. */
  to?: AppPath
  query: {
    data: { rows: Row[] } | undefined
    isError: boolean
    error: Error | null
    isFetching: boolean
    dataUpdatedAt: number
    refetch: () => unknown
  }
  failure: string
  /** Shown below the title if the list is empty. */
  empty: string
  startsOpen?: boolean
  children: (row: Row) => ReactNode
}

/** The newest items in a line that opens, with their counter and a link to the complete list. A failure is shown without opening it. */
export function RecentList<Row extends { id: string }>(props: Props<Row>) {
  const { title, icon: Icon, counter, to, query, failure, empty, startsOpen = false, children } = props
  const titleId = useId()
  const rows = query.data?.rows
  const isEmpty = rows?.length === 0 && !query.isError
  // Back returns to the lists as they were left.
  const [chosen, setChosen] = useSessionStorage<boolean | null>({
    key: `muster.home.${title}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  })
  const isOpen = chosen ?? startsOpen
  const hint = counter?.hint ?? (isEmpty ? empty : undefined)
  const heading = (
    <>
      <span id={titleId}>{title}</span>
      {/* One unit, so that a long title does not leave the arrow alone on a line. */}
      <Group component="span" wrap="nowrap" gap={8}>
        {counter && <Figure {...counter} />}
        {!isEmpty && <IconChevronDown size="1.125rem" color="var(--m-quiet)" aria-hidden />}
      </Group>
      {hint && <span className={classes.hint}>{hint}</span>}
    </>
  )
  return (
    <section aria-labelledby={titleId}>
      <Group wrap="nowrap" gap="8px 12px">
        <Icon size="1.25rem" stroke={1.8} color={isEmpty ? 'var(--m-quiet)' : undefined} aria-hidden />
        <h2 className={classes.recentTitle} data-empty={isEmpty || undefined}>
          {isEmpty ? (
            heading
          ) : (
            <UnstyledButton
              className={classes.recentTitle}
              aria-expanded={isOpen}
              onClick={() => setChosen(!isOpen)}
            >
              {heading}
            </UnstyledButton>
          )}
        </h2>
        {to && (
          <Anchor component={Link} to={to} className={classes.viewAll} aria-label={t`View All ${title}`}>
            {t`View All`}
          </Anchor>
        )}
      </Group>
      {query.isError && <ErrorState title={failure} query={query} />}
      {isOpen && !rows && !query.isError && <ListSkeleton count={2} />}
      {isOpen && rows && rows.length > 0 && (
        <AgeGrey stale={query.isError}>
          <Rows>
            {rows.map(row => (
              <li key={row.id}>{children(row)}</li>
            ))}
          </Rows>
        </AgeGrey>
      )}
    </section>
  )
}

function Figure({ value }: Counter) {
  if (value === undefined) return <Skeleton component="span" display="inline-block" height={16} width={16} />
  return <span data-figures>{value === null ? '–' : formatCount(value)}</span>
}
