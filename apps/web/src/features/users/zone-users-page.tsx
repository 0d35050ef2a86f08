import { plural, t } from '@lingui/core/macro'
import { Tabs } from '@mantine/core'
import type { MyZone } from '@muster/contract/zones.ts'
import { IconHandStop, IconRefresh, IconUsers } from '@tabler/icons-react'
import { formatCount } from '../../lib/format-count.ts'
import { paths } from '../../lib/paths.ts'
import { readFilters, type SearchProps } from '../../lib/search-props.ts'
import { Button } from '../../ui/button.tsx'
import { PageLink } from '../../ui/layout/page-link.tsx'
import { StatCard } from '../../ui/layout/stat-card.tsx'
import { TrackingRequests, useTrackingRequests } from '../sharing/public.ts'
import { PeopleFrame, useIsSearchingOnPhone } from './app-users-page.tsx'
import { useZonePeople } from './use-zone-people.ts'
import { ZoneDayButton } from './zone-day-button.tsx'
import { WithSelectedZone, ZonePeopleList } from './zone-people-list.tsx'
import classes from './zone-users.module.css'
import type { ZoneUsersSearch } from './zone-users-search.ts'

/** People with incomplete names are left out. */
export function ZoneUsersPage(address: SearchProps<ZoneUsersSearch>) {
  return (
    <WithSelectedZone title={t`Zone Users`}>
      {zone => <ZoneUsers {...address} zone={zone} />}
    </WithSelectedZone>
  )
}

function ZoneUsers({ zone, search, onSearch }: SearchProps<ZoneUsersSearch> & { zone: MyZone }) {
  const zonePeople = useZonePeople(zone.id, {
    list: 'places',
    search: search.q,
    presence: search.presence,
    sort: search.sort,
  })
  const { people } = zonePeople
  const { pendingCount } = useTrackingRequests(zone.id)
  const tab = search.tab ?? 'users'
  // Search and filters cover only the users, so they lead back to that tab.
  const address: SearchProps<ZoneUsersSearch> = {
    search,
    onSearch: (changes, options) => onSearch({ tab: undefined, ...changes }, options),
  }
  const isSearchingOnPhone = useIsSearchingOnPhone(search)
  return (
    <PeopleFrame
      title={t`Zone Users`}
      zone={zone}
      people={zonePeople}
      searchLabel={t`Search by name or email`}
      links={
        <>
          <PageLink to={paths.appUsers} icon={IconUsers}>
            {t`App Users`}
          </PageLink>
          <ZoneDayButton zoneId={zone.id} />
          <Button variant="default" icon={IconRefresh} onClick={people.retry} disabled={people.retrying}>
            {t`Refresh`}
          </Button>
        </>
      }
      arePeopleShown={tab === 'users'}
      // The specification keeps this at 0; pending requests are shown beside it.
      lastCard={
        <StatCard
          label={t`Active Requests`}
          icon={IconHandStop}
          value={0}
          hint={pendingCount > 0 && plural(pendingCount, { other: '# pending' })}
          selected={tab === 'requests'}
          onSelect={() => onSearch({ tab: 'requests', user: undefined })}
        />
      }
      {...address}
    >
      <Tabs
        value={tab}
        onChange={next => onSearch({ tab: next === 'requests' ? next : undefined, user: undefined })}
        keepMounted={false}
        classNames={{ tab: classes.tab, panel: classes.panel }}
      >
        {!isSearchingOnPhone && (
          <Tabs.List aria-label={t`Zone Users`}>
            <Tabs.Tab value="users">{t`Users`}</Tabs.Tab>
            <Tabs.Tab value="requests" rightSection={pendingCount > 0 && formatCount(pendingCount)}>
              {t`Pending Requests`}
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
    </PeopleFrame>
  )
}
