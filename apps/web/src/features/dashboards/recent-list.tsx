import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Box, Card, Group, Text, VisuallyHidden } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
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
  to: AppPath
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
  children: (row: Row) => ReactNode
}

/** The newest items, with a link to the complete list. */
export function RecentList<Row extends { id: string }>(props: Props<Row>) {
  const { title, icon: Icon, to, query, failure, empty, children } = props
  const headingId = useId()
  const rows = query.data?.rows
  const isEmpty = rows?.length === 0 && !query.isError
  return (
    <Card component="section" aria-labelledby={headingId} py={isEmpty ? 'xs' : 'md'}>
      <Group wrap="nowrap" align={isEmpty ? 'center' : 'flex-start'} gap="8px 12px">
        <Icon size="1.25rem" stroke={1.8} color={isEmpty ? 'var(--m-quiet)' : undefined} aria-hidden />
        <Box flex={1} miw={0}>
          {isEmpty ? (
            <>
              <h2 id={headingId}>
                <VisuallyHidden>{title}</VisuallyHidden>
              </h2>
              <Text c="dimmed">{empty}</Text>
            </>
          ) : (
            <h2 id={headingId}>{title}</h2>
          )}
        </Box>
        <Anchor component={Link} to={to} className={classes.viewAll} aria-label={t`View All ${title}`}>
          <Trans>View All</Trans>
        </Anchor>
      </Group>
      {query.isError && (
        <ErrorState
          title={failure}
          error={query.error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {!rows && !query.isError && <ListSkeleton count={2} />}
      {rows && rows.length > 0 && (
        <AgeGrey stale={query.isError}>
          <Rows>
            {rows.map(row => (
              <li key={row.id}>{children(row)}</li>
            ))}
          </Rows>
        </AgeGrey>
      )}
    </Card>
  )
}
