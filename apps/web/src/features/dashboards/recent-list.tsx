import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Box, Group, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useSessionStorage } from '@mantine/hooks'
import { type Icon, IconChevronDown } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import type { AppPath } from '../../lib/paths.ts'
import { Rows } from '../../ui/layout/rows.tsx'
import { AgeGrey } from '../../ui/live/age-grey.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import classes from './dashboard.module.css'

type Props<Row> = {
  title: string
  icon: Icon
  /** The page with the complete list, if there is one. */
  to?: AppPath
  query: {
    data: { rows: Row[] } | undefined
    isError: boolean
    error: Error | null
    isFetching: boolean
    refetch: () => unknown
  }
  failure: string
  /** The line shown instead of the title if the list is empty. */
  empty: string
  startsOpen?: boolean
  children: (row: Row) => ReactNode
}

/** The newest items in a line that opens, with a link to the complete list. A failure is shown without opening it. */
export function RecentList<Row extends { id: string }>(props: Props<Row>) {
  const { title, icon: Icon, to, query, failure, empty, startsOpen = false, children } = props
  const headingId = useId()
  const rows = query.data?.rows
  const isEmpty = rows?.length === 0 && !query.isError
  // Back returns to the lists as they were left.
  const [isOpen, setIsOpen] = useSessionStorage({
    key: `muster.home.${title}`,
    defaultValue: startsOpen,
    getInitialValueInEffect: false,
  })
  return (
    <section aria-labelledby={headingId}>
      <Group wrap="nowrap" gap="8px 12px" mih={48}>
        <Icon size="1.25rem" stroke={1.8} color={isEmpty ? 'var(--m-quiet)' : undefined} aria-hidden />
        {isEmpty ? (
          <Box c="dimmed" flex={1} miw={0}>
            <h2 id={headingId}>
              <VisuallyHidden>{title}</VisuallyHidden>
            </h2>
            {empty}
          </Box>
        ) : (
          <h2 id={headingId} className={classes.recentTitle}>
            <UnstyledButton
              className={classes.fold}
              aria-expanded={isOpen}
              onClick={() => setIsOpen(it => !it)}
            >
              {title}
              <IconChevronDown size="1.125rem" color="var(--m-quiet)" aria-hidden />
            </UnstyledButton>
          </h2>
        )}
        {to && (
          <Anchor component={Link} to={to} className={classes.viewAll} aria-label={t`View All ${title}`}>
            <Trans>View All</Trans>
          </Anchor>
        )}
      </Group>
      {query.isError && (
        <ErrorState
          title={failure}
          error={query.error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
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
