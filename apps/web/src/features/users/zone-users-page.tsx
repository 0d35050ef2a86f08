import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Tabs } from '@mantine/core'
import type { PresenceStatus } from '@muster/contract/presence-word.ts'
import type { MyZone } from '@muster/contract/zones.ts'
import { IconHandStop, IconMapPinCheck, IconMapPinOff, IconRefresh, IconUsers } from '@tabler/icons-react'
import { formatCount } from '../../lib/format-count.ts'
import { paths } from '../../lib/paths.ts'
import { readFilters, type SearchProps } from '../../lib/search-props.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { PageLink } from '../../ui/layout/page-link.tsx'
import { StatCard, StatGrid } from '../../ui/layout/stat-card.tsx'
import { useIsPhone } from '../../ui/layout/use-screen.ts'
import { InsideSplit } from '../../ui/people/inside-split.tsx'
import { ZoneSelect } from '../../ui/pick-zone.tsx'
import { TrackingRequests, useTrackingRequests } from '../sharing/public.ts'
import { useZonePeople } from './use-zone-people.ts'
import { ZoneDayButton } from './zone-day-button.tsx'
import { WithSelectedZone, ZonePeopleList } from './zone-people-list.tsx'
import classes from './zone-users.module.css'
import type { ZoneUsersSearch } from './zone-users-search.ts'

/**
 * The Zone Users page: the people of the zone with their positions, and the tracking requests. People with incomplete names are
 * left out.
 */
export function ZoneUsersPage(address: SearchProps<ZoneUsersSearch>) {
  return (
    <WithSelectedZone title={t`Zone Users`}>
      {zone => <ZoneUsers {...address} zone={zone} />}
    </WithSelectedZone>
  )
}

function ZoneUsers({ zone, ...address }: SearchProps<ZoneUsersSearch> & { zone: MyZone }) {
  const { search, onSearch } = address
  const { isZoneBound, select } = useSelectedZone()
  const zonePeople = useZonePeople(zone.id, {
    list: 'places',
    search: search.q,
    presence: search.presence,
    sort: search.sort,
  })
  const { people, counts, figure } = zonePeople
  const total = zonePeople.total ?? 0
  const { pendingCount } = useTrackingRequests(zone.id)
  const tab = search.tab ?? 'users'
  // During a search on a phone, hide the figures and tabs, so that the first result is right below the field, above the keyboard.
  const isSearchingOnPhone = useIsPhone() && Boolean(search.q) && tab === 'users'
  const toggleProps = (presence: PresenceStatus | undefined) => ({
    selected: tab === 'users' && search.presence === presence,
    onSelect: () => onSearch({ presence, tab: undefined }, { replace: true }),
  })
  return (
    <Page
      title={t`Zone Users`}
      count={zonePeople.total}
      countLabel={plural(total, { one: 'user', other: 'users' })}
      subtitle={zone.name}
      secondary={
        <>
          {!isZoneBound && <ZoneSelect zone={zone} onPick={({ id }) => select(id)} />}
          <PageLink to={paths.appUsers} icon={IconUsers}>
            <Trans>App Users</Trans>
          </PageLink>
          <ZoneDayButton zoneId={zone.id} />
          <Button
            variant="default"
            leftSection={<IconRefresh size="1.125rem" aria-hidden />}
            onClick={people.retry}
            disabled={people.retrying}
          >
            <Trans>Refresh</Trans>
          </Button>
        </>
      }
      toolbar={
        <SearchField
          label={t`Search by name or email`}
          value={search.q ?? ''}
          // The search covers only users, so typing on the other tab switches to the users tab. Hiding the field on that tab would
          // move the tabs under the person's finger.
          onChange={q => onSearch({ q: q || undefined, tab: undefined }, { replace: true })}
        />
      }
    >
      {!isSearchingOnPhone && (
        <StatGrid compact>
          <StatCard
            label={t`Total Users`}
            icon={IconUsers}
            value={figure('all')}
            {...toggleProps(undefined)}
          />
          <StatCard
            label={t`Inside Zone`}
            icon={IconMapPinCheck}
            value={figure('inside')}
            hint={counts && <InsideSplit {...counts} />}
            {...toggleProps('inside')}
          />
          <StatCard
            label={t`Outside Zone`}
            icon={IconMapPinOff}
            value={figure('outside')}
            {...toggleProps('outside')}
          />
          {/* The specification keeps this at 0; pending requests are shown beside it. */}
          <StatCard
            label={t`Active Requests`}
            icon={IconHandStop}
            value={0}
            hint={pendingCount > 0 && plural(pendingCount, { other: '# pending' })}
            selected={tab === 'requests'}
            onSelect={() => onSearch({ tab: 'requests', user: undefined })}
          />
        </StatGrid>
      )}
      <Tabs
        value={tab}
        onChange={next => onSearch({ tab: next === 'requests' ? next : undefined, user: undefined })}
        keepMounted={false}
        classNames={{ tab: classes.tab, panel: classes.panel }}
      >
        {!isSearchingOnPhone && (
          <Tabs.List aria-label={t`Zone Users`}>
            <Tabs.Tab value="users">
              <Trans>Users</Trans>
            </Tabs.Tab>
            <Tabs.Tab value="requests" rightSection={pendingCount > 0 && formatCount(pendingCount)}>
              <Trans>Pending Requests</Trans>
            </Tabs.Tab>
          </Tabs.List>
        )}
        <Tabs.Panel value="users">
          <ZonePeopleList
            zone={zone}
            zonePeople={zonePeople}
            on="zoneUsers"
            {...address}
            filters={readFilters(address, 'q', 'presence')}
            emptyText={t`No users assigned to this zone yet.`}
          />
        </Tabs.Panel>
        <Tabs.Panel value="requests">
          <TrackingRequests zoneId={zone.id} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}
