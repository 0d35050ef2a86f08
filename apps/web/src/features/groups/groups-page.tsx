import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { ActionIcon, Box, Button, Flex, Group, SimpleGrid, Text } from '@mantine/core'
import type { Broadcast } from '@muster/contract/broadcasts.ts'
import type { Group as GroupRow } from '@muster/contract/groups.ts'
import type { Hazard } from '@muster/contract/hazards.ts'
import { IconMessages, IconRefresh } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { orpc } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { LevelBadge } from '../../ui/badges/level-badge.tsx'
import { List } from '../../ui/layout/list.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Name } from '../../ui/people/name.tsx'
import { PickZone, ZoneSelect } from '../../ui/pick-zone.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import { CardGridSkeleton, ListSkeleton } from '../../ui/states/skeletons.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import classes from './groups.module.css'
import { GroupsTabs } from './groups-tabs.tsx'
import { memberCountText } from './room-words.ts'
import { useGroups } from './use-groups.ts'

/** The number of hazards and broadcasts fetched, and the number shown. */
const maxFetchedRows = 20
const maxShownRows = 5

/** The user's groups and the news from their zones: notifications that are not closed, and broadcasts. */
export function GroupsPage() {
  const { zone, may, isZoneBound, select, unselect } = useSelectedZone()
  const { list, count } = useGroups({ mine: true })
  const client = useQueryClient()
  if (!may('view_groups'))
    return (
      <Page title={t`My Groups`}>
        <NotAllowed />
      </Page>
    )
  if (!zone && isZoneBound)
    return (
      <Page title={t`My Groups`}>
        <PickZone of="groups" />
      </Page>
    )
  const refresh = () => {
    for (const queryKey of [orpc.groups.key(), orpc.hazards.key(), orpc.broadcasts.key()])
      void client.invalidateQueries({ queryKey })
  }
  return (
    <Page
      title={t`My Groups`}
      count={count}
      countLabel={t`${plural({ count: count ?? 0 }, { one: 'group', other: 'groups' })}`}
      subtitle={zone ? zone.name : t`All zones`}
      secondary={
        <>
          {!isZoneBound && <ZoneSelect zone={zone} onPick={({ id }) => select(id)} onPickAll={unselect} />}
          <GroupsTabs at="news" />
          <ActionIcon
            variant="default"
            size={44}
            aria-label={t`Refresh`}
            loading={list.retrying}
            onClick={refresh}
          >
            <IconRefresh size="1.25rem" aria-hidden />
          </ActionIcon>
        </>
      }
    >
      <List
        list={list}
        failure={t`Failed to load your groups`}
        skeleton={<CardGridSkeleton />}
        empty={
          <EmptyState
            icon={IconMessages}
            title={t`You’re not in any groups yet`}
            text={t`A zone manager can add you to one. Updates from your groups appear here.`}
          >
            {may('view_zone_users') && (
              <Button renderRoot={props => <Link {...props} to={paths.myGroups} search={{ all: true }} />}>
                <Trans>All groups</Trans>
              </Button>
            )}
          </EmptyState>
        }
        filters={undefined}
        emptyTexts={[t`No groups match`]}
        getKey={({ id }) => id}
        estimate={420}
        minColumn={340}
        label={t`Groups`}
      >
        {group => <GroupNews group={group} />}
      </List>
    </Page>
  )
}

function GroupNews({
  group: { id, name, description, zoneId, zoneName, unread, members },
}: {
  group: GroupRow
}) {
  return (
    <Panel component="article" h="100%">
      <Group wrap="nowrap" justify="space-between" align="flex-start" gap="xs">
        <h2 dir="auto">{name}</h2>
        <Button
          variant="default"
          flex="none"
          aria-label={t`View Group ${name}`}
          renderRoot={props => <Link {...props} to="/groups/$groupId" params={{ groupId: id }} />}
        >
          <Trans>View Group</Trans>
        </Button>
      </Group>
      <Text c="dimmed" lineClamp={2} dir="auto">
        {description}
      </Text>
      <Group gap="2px 12px" fz="xs" c="dimmed" mt="auto">
        <Name>{zoneName}</Name>
        <span>{memberCountText(members)}</span>
        {unread > 0 && (
          <strong>
            <Plural value={unread} one="# unread" other="# unread" />
          </strong>
        )}
      </Group>
      <SimpleGrid minColWidth="min(100%, 320px)" autoFlow="auto-fit" spacing="var(--m-gap)">
        <RecentHazards zoneId={zoneId} />
        <RecentBroadcasts zoneId={zoneId} />
      </SimpleGrid>
    </Panel>
  )
}

function RecentHazards({ zoneId }: { zoneId: string }) {
  const query = useQuery(
    orpc.hazards.list.queryOptions({ input: { zoneId, unclosed: true, limit: maxFetchedRows } }),
  )
  return (
    <NewsSection title={t`Recent notifications`} query={query} empty={t`No open notifications.`}>
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

function RecentBroadcasts({ zoneId }: { zoneId: string }) {
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
  query: { data: { rows: Row[] } | undefined; isError: boolean; isFetching: boolean; refetch: () => unknown }
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
      {query.isError && (
        <ErrorState
          title={t`Failed to load your data`}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {!rows && !query.isError && <ListSkeleton count={2} />}
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
