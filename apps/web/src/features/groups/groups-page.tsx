import { ActionIcon, Button } from '@mantine/core'
import type { Broadcast } from '@muster/contract/broadcasts.ts'
import type { Group } from '@muster/contract/groups.ts'
import type { Hazard } from '@muster/contract/hazards.ts'
import { limits } from '@muster/domain/limits.ts'
import { IconMessages, IconRefresh } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { orpc } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { LevelBadge } from '../../ui/badges/level-badge.tsx'
import { List } from '../../ui/layout/list.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Name } from '../../ui/people/name.tsx'
import { PickZone, ZoneSelect } from '../../ui/pick-zone.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import { CardGridSkeleton, ListSkeleton } from '../../ui/states/skeletons.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import classes from './groups.module.css'
import { GroupsTabs } from './groups-tabs.tsx'
import { useGroups } from './use-groups.ts'

/** One's groups with what is new in their zones: notifications that are not closed, and broadcasts. */
export function GroupsPage() {
  const { zone, may, isZoneBound, select, unselect } = useSelectedZone()
  const { list, count } = useGroups({ mine: true })
  const client = useQueryClient()
  if (!may('view_groups'))
    return (
      <Page title="My Groups">
        <NotAllowed />
      </Page>
    )
  if (!zone && isZoneBound)
    return (
      <Page title="My Groups">
        <PickZone of="groups" />
      </Page>
    )
  const refresh = () => {
    for (const queryKey of [orpc.groups.key(), orpc.hazards.key(), orpc.broadcasts.key()])
      void client.invalidateQueries({ queryKey })
  }
  return (
    <Page
      title="My Groups"
      count={count}
      countLabel={count === 1 ? 'group' : 'groups'}
      subtitle={zone ? zone.name : 'All zones'}
      secondary={
        <>
          {!isZoneBound && <ZoneSelect zone={zone} onPick={({ id }) => select(id)} onPickAll={unselect} />}
          <GroupsTabs at="news" />
          <ActionIcon
            variant="default"
            size={44}
            aria-label="Refresh"
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
        failure="Failed to load your groups"
        skeleton={<CardGridSkeleton />}
        empty={
          <EmptyState
            icon={IconMessages}
            title="You are not in any groups yet"
            text="A zone manager can add you to one. News from your groups appears here."
          >
            {may('view_zone_users') && (
              <Button renderRoot={props => <Link {...props} to={paths.myGroups} search={{ all: true }} />}>
                All groups
              </Button>
            )}
          </EmptyState>
        }
        filters={undefined}
        noneFound={['No groups match']}
        keyOf={({ id }) => id}
        estimate={420}
        minColumn={340}
        label="Groups"
      >
        {group => <GroupNews group={group} />}
      </List>
    </Page>
  )
}

function GroupNews({
  group: { id, name, description, zoneId, zoneName, unread, members },
}: {
  group: Group
}) {
  return (
    <article className={classes.card}>
      <div className={classes.head}>
        <h2 className={classes.title} dir="auto">
          {name}
        </h2>
        <Button
          variant="default"
          aria-label={`View Group ${name}`}
          renderRoot={props => <Link {...props} to="/groups/$groupId" params={{ groupId: id }} />}
        >
          View Group
        </Button>
      </div>
      <p className={classes.description} dir="auto">
        {description}
      </p>
      <div className={classes.facts}>
        <Name>{zoneName}</Name>
        <span>{members === 1 ? '1 member' : `${members} members`}</span>
        {unread > 0 && <strong>{unread} unread</strong>}
      </div>
      <div className={classes.news}>
        <RecentHazards zoneId={zoneId} />
        <RecentBroadcasts zoneId={zoneId} />
      </div>
    </article>
  )
}

const limit = limits.groupNewsFetched

function RecentHazards({ zoneId }: { zoneId: string }) {
  const query = useQuery(orpc.hazards.list.queryOptions({ input: { zoneId, unclosed: true, limit } }))
  return (
    <News title="Recent notifications" query={query} empty="Nothing is open.">
      {({ id, title, severity, createdAt }: Hazard) => (
        <Link to={paths.hazards} search={{ hazard: id, zone: zoneId }} className={classes.lineLink}>
          <span className={classes.grow}>
            <Name>{title}</Name>
            <span className={classes.under}>
              <RelativeTime at={createdAt} />
            </span>
          </span>
          <LevelBadge level={severity} />
        </Link>
      )}
    </News>
  )
}

function RecentBroadcasts({ zoneId }: { zoneId: string }) {
  const query = useQuery(orpc.broadcasts.list.queryOptions({ input: { zoneId, sent: true, limit } }))
  return (
    <News title="Recent broadcasts" query={query} empty="Nothing was sent yet.">
      {({ id, title, priority, sentAt, createdAt }: Broadcast) => (
        <Link to={paths.broadcasts} search={{ broadcast: id }} className={classes.lineLink}>
          <span className={classes.grow}>
            <Name>{title}</Name>
            <span className={classes.under}>
              <RelativeTime at={sentAt ?? createdAt} />
            </span>
          </span>
          <LevelBadge level={priority} />
        </Link>
      )}
    </News>
  )
}

type NewsProps<Row> = {
  title: string
  query: { data: { rows: Row[] } | undefined; isError: boolean; isFetching: boolean; refetch: () => unknown }
  empty: string
  children: (row: Row) => React.ReactNode
}

function News<Row extends { id: string }>({ title, query, empty, children }: NewsProps<Row>) {
  const rows = query.data?.rows.slice(0, limits.groupNewsShown)
  return (
    <section className={classes.section} aria-label={title}>
      <h3 className={classes.heading}>{title}</h3>
      {query.isError && (
        <ErrorState
          title="Failed to load your data"
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {!rows && !query.isError && <ListSkeleton count={2} />}
      {rows?.length === 0 && <p className={classes.quiet}>{empty}</p>}
      {rows && rows.length > 0 && (
        <ul className={classes.lines}>
          {rows.map(row => (
            <li key={row.id}>{children(row)}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
