import { t } from '@lingui/core/macro'
import { Box, Flex, Text } from '@mantine/core'
import type { Broadcast } from '@muster/contract/broadcasts.ts'
import type { Hazard } from '@muster/contract/hazards.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { orpc } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { LevelBadge } from '../../ui/badges/level-badge.tsx'
import { Name } from '../../ui/people/name.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import classes from './groups.module.css'

/** The number of hazards and broadcasts fetched, and the number shown. */
const maxFetchedRows = 20
const maxShownRows = 5

export function RecentHazards({ zoneId }: { zoneId: string }) {
  const query = useQuery(
    orpc.hazards.list.queryOptions({ input: { zoneId, unclosed: true, limit: maxFetchedRows } }),
  )
  return (
    <NewsSection title={t`Recent hazards`} query={query} empty={t`No open hazards.`}>
      {({ id, title, severity, createdAt }: Hazard) => (
        <Link to={paths.hazards} search={{ hazard: id, zone: zoneId }} className={classes.lineLink}>
          <Box component="span" miw={0} flex="1 1 180px">
            <Name>{title}</Name>
            <Text span size="xs" c="dimmed" truncate display="block">
              <RelativeTime at={createdAt} />
            </Text>
          </Box>
          <LevelBadge level={severity} />
        </Link>
      )}
    </NewsSection>
  )
}

export function RecentBroadcasts({ zoneId }: { zoneId: string }) {
  const query = useQuery(
    orpc.broadcasts.list.queryOptions({ input: { zoneId, sent: true, limit: maxFetchedRows } }),
  )
  return (
    <NewsSection title={t`Recent broadcasts`} query={query} empty={t`No broadcasts yet.`}>
      {({ id, title, priority, sentAt, createdAt }: Broadcast) => (
        <Link to={paths.broadcasts} search={{ broadcast: id }} className={classes.lineLink}>
          <Box component="span" miw={0} flex="1 1 180px">
            <Name>{title}</Name>
            <Text span size="xs" c="dimmed" truncate display="block">
              <RelativeTime at={sentAt ?? createdAt} />
            </Text>
          </Box>
          <LevelBadge level={priority} />
        </Link>
      )}
    </NewsSection>
  )
}

type NewsProps<Row> = {
  title: string
  query: UseQueryResult<{ rows: Row[] }>
  empty: string
  children: (row: Row) => React.ReactNode
}

function NewsSection<Row extends { id: string }>({ title, query, empty, children }: NewsProps<Row>) {
  const rows = query.data?.rows.slice(0, maxShownRows)
  return (
    <Flex component="section" direction="column" gap="xs" aria-label={title}>
      <Text component="h3" fw={600}>
        {title}
      </Text>
      <Loaded query={query} failure={t`Failed to load your data`} skeleton={2} />
      {rows?.length === 0 && (
        <Text size="xs" c="dimmed">
          {empty}
        </Text>
      )}
      {rows && rows.length > 0 && (
        <Flex component="ul" direction="column">
          {rows.map(row => (
            <li key={row.id}>{children(row)}</li>
          ))}
        </Flex>
      )}
    </Flex>
  )
}
