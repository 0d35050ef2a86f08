import { plural, t } from '@lingui/core/macro'
import { Box, Button, Group, SimpleGrid, Stack, Text, VisuallyHidden } from '@mantine/core'
import type { Group as GroupRow } from '@muster/contract/groups.ts'
import { IconMessages, IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { orpc } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { ActionIcon } from '../../ui/action-icon.tsx'
import { LoadMore } from '../../ui/layout/load-more.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { Name } from '../../ui/people/name.tsx'
import { PickZone, ZoneSelect } from '../../ui/pick-zone.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import { CardGridSkeleton } from '../../ui/states/skeletons.tsx'
import { memberCountText } from './room-words.ts'
import { useGroups } from './use-groups.ts'
import { RecentBroadcasts, RecentHazards } from './zone-news.tsx'

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
  const { rows } = list
  return (
    <Page
      title={t`My Groups`}
      count={count}
      countLabel={t`${plural({ count: count ?? 0 }, { one: 'group', other: 'groups' })}`}
      subtitle={zone ? zone.name : t`All zones`}
      secondary={
        <>
          {!isZoneBound && <ZoneSelect zone={zone} onPick={({ id }) => select(id)} onPickAll={unselect} />}
          <ActionIcon
            icon={IconRefresh}
            variant="default"
            size={44}
            aria-label={t`Refresh`}
            loading={list.retrying}
            onClick={refresh}
          />
        </>
      }
    >
      <Loaded list={list} failure={t`Failed to load your groups`} skeleton={<CardGridSkeleton />} />
      {rows?.length === 0 && (
        <EmptyState
          icon={IconMessages}
          title={t`You’re not in any groups yet`}
          text={t`A zone manager can add you to one. Updates from your groups appear here.`}
        >
          {may('view_zone_users') && (
            <Button renderRoot={props => <Link {...props} to={paths.myGroups} search={{ all: true }} />}>
              {t`All groups`}
            </Button>
          )}
        </EmptyState>
      )}
      {[...Map.groupBy(rows ?? [], ({ zoneId }) => zoneId)].map(([zoneId, groups]) => (
        <ZoneGroups key={zoneId} zoneId={zoneId} groups={groups} isNamed={!zone} />
      ))}
      <LoadMore
        list={list}
        describeCount={more => t`${plural(more, { one: '# more group', other: '# more groups' })}`}
      />
    </Page>
  )
}

type ZoneGroupsProps = { zoneId: string; groups: readonly GroupRow[]; isNamed: boolean }

function ZoneGroups({ zoneId, groups, isNamed }: ZoneGroupsProps) {
  const heading = <Name>{groups[0]?.zoneName ?? ''}</Name>
  return (
    <Stack component="section" gap="var(--m-gap)" aria-label={groups[0]?.zoneName}>
      {isNamed ? <h2>{heading}</h2> : <VisuallyHidden component="h2">{heading}</VisuallyHidden>}
      <SimpleGrid minColWidth="min(100%, 320px)" autoFlow="auto-fit" spacing="var(--m-gap)">
        <Panel>
          <RecentHazards zoneId={zoneId} />
        </Panel>
        <Panel>
          <RecentBroadcasts zoneId={zoneId} />
        </Panel>
      </SimpleGrid>
      <Panel>
        <Text component="h3" fw={600}>
          {t`Groups`}
        </Text>
        <Rows>
          {groups.map(group => (
            <GroupLine key={group.id} group={group} />
          ))}
        </Rows>
      </Panel>
    </Stack>
  )
}

function GroupLine({ group: { id, name, description, unread, members } }: { group: GroupRow }) {
  return (
    <li>
      <Box miw={0} flex={1}>
        <Text fw={600} truncate>
          <Name>{name}</Name>
        </Text>
        <Group gap="2px 12px" fz="xs" c="dimmed">
          {description && (
            <Text span fz="xs" lineClamp={1} dir="auto">
              {description}
            </Text>
          )}
          <span>{memberCountText(members)}</span>
          {unread > 0 && <strong>{t`${plural(unread, { one: '# unread', other: '# unread' })}`}</strong>}
        </Group>
      </Box>
      <Button
        variant="default"
        flex="none"
        aria-label={t`View Group ${name}`}
        renderRoot={props => <Link {...props} to="/groups/$groupId" params={{ groupId: id }} />}
      >
        {t`View Group`}
      </Button>
    </li>
  )
}
