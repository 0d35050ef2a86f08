import { Group } from '@mantine/core'
import type { Zone } from '@muster/contract/zones.ts'
import { IconMapPins } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import { filtersIn } from '../../lib/in-address.ts'
import { paths } from '../../lib/paths.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { ListSearch } from '../../ui/forms/search-field.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { PageLink } from '../../ui/layout/page-link.tsx'
import { useIsPhone, useIsWide } from '../../ui/layout/use-screen.ts'
import { PickZone, ZoneSelect } from '../../ui/pick-zone.tsx'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { AllUsersPage } from './all-users-page.tsx'
import type { AppUsersProps } from './app-users-search.ts'
import { isOffered } from './member-drawer.tsx'
import { PresenceCards } from './presence-cards.tsx'
import { useAdding } from './use-adding.tsx'
import { useZonePeople } from './use-zone-people.ts'
import { NoViewOfUsers, ZoneUserList } from './zone-user-list.tsx'

type Props = AppUsersProps & {
  /** Puts the map of where people are beside their list: it belongs to presence, which knows the users and not the other way round. */
  MapBeside: ComponentType<MapBesideProps>
  /** Shows and hides that map, where the screen has room for it beside the search. */
  MapToggle: ComponentType<{ zone: Zone }>
}

type MapBesideProps = {
  zone: Zone
  chosen: string | undefined
  onChoose: (userId: string) => void
  children: (parts: { toggle: ReactNode; above: ReactNode }) => ReactNode
}

/** App Users: the people of the zone, with search, four filter cards, details, Add User and Unlink. */
export function AppUsersPage({ MapBeside, MapToggle, ...address }: Props) {
  const { search, onSearch } = address
  const { zone, role, rights, may, isZoneBound, select, unselect } = useSelectedZone()
  const allowed = may('view_zone_users')
  const zonePeople = useZonePeople(zone?.id, {
    enabled: allowed,
    list: 'people',
    search: search.q,
    presence: search.presence,
  })
  const { counts, figure, isEmpty } = zonePeople
  // On a phone the first result stands right under the field, above the keyboard.
  const isSearchingByThumb = useIsPhone() && Boolean(search.q)
  const isWide = useIsWide()
  const adding = useAdding(address, zone)

  if (!allowed) {
    return (
      <Page title="App Users">
        <NoViewOfUsers />
      </Page>
    )
  }
  const seesAll = role === 'super_admin'
  if (!zone && seesAll) return <AllUsersPage {...address} onPickZone={id => select(id)} />
  if (!zone) {
    return (
      <Page title="App Users">
        <PickZone onPick={isZoneBound ? undefined : id => select(id)} />
      </Page>
    )
  }

  const keeps = isOffered(rights, 'link_users')
  return (
    <Page
      title="App Users"
      count={counts?.all}
      countLabel="users"
      subtitle={zone.name}
      // With nobody there, the empty place has the button: never two.
      action={keeps && !isEmpty && adding.button}
      secondary={
        <>
          {!isZoneBound && (
            <ZoneSelect
              zone={zone}
              onPick={({ id }) => select(id)}
              {...(seesAll && { onPickAll: unselect })}
            />
          )}
          <PageLink to={paths.zoneUsers} icon={IconMapPins}>
            Zone Users
          </PageLink>
        </>
      }
      toolbar={
        <>
          <ListSearch label="Search by name, email or user code" {...address} />
          {isWide && <MapToggle zone={zone} />}
        </>
      }
    >
      {search.add !== undefined && !keeps && (
        <ProblemAlert>You do not have permission to add users to this zone.</ProblemAlert>
      )}
      {!isSearchingByThumb && <PresenceCards counts={counts} figure={figure} {...address} />}
      <MapBeside zone={zone} chosen={search.user} onChoose={user => onSearch({ user })}>
        {({ toggle, above }) => (
          <>
            {!isSearchingByThumb && (
              <>
                {!isWide && toggle && (
                  <Group wrap="nowrap" align="stretch" justify="flex-end" gap={0}>
                    {toggle}
                  </Group>
                )}
                {above}
              </>
            )}
            <ZoneUserList
              zone={zone}
              zonePeople={zonePeople}
              {...address}
              filters={filtersIn(address, 'q', 'presence')}
              emptyText="No users assigned to this zone yet. People are added by their user code."
              emptyAction={keeps && adding.button}
              own={rights}
            />
          </>
        )}
      </MapBeside>
      {keeps && adding.dialog}
    </Page>
  )
}
