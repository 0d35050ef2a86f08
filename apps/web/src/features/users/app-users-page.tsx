import { plural, t } from '@lingui/core/macro'
import { Group } from '@mantine/core'
import type { MyZone, Zone } from '@muster/contract/zones.ts'
import { IconMapPins } from '@tabler/icons-react'
import type { ComponentProps, ComponentType, ReactNode } from 'react'
import { paths } from '../../lib/paths.ts'
import { readFilters } from '../../lib/search-props.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { ListSearch } from '../../ui/forms/search-field.tsx'
import { FileMenu } from '../../ui/layout/file-menu.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { PageLink } from '../../ui/layout/page-link.tsx'
import { useIsPhone, useIsWideScreen } from '../../ui/layout/use-screen.ts'
import { ZoneSelect } from '../../ui/pick-zone.tsx'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { AccountList, useAccounts } from '../accounts/public.ts'
import type { AppUsersProps } from './app-users-search.ts'
import { MemberAnywhere } from './member-anywhere.tsx'
import { isOffered } from './member-drawer.tsx'
import { PresenceCards } from './presence-cards.tsx'
import { useAddUserControls } from './use-adding.tsx'
import { useExportZonePeople } from './use-export-zone-people.ts'
import { useZonePeople, type ZonePeople } from './use-zone-people.ts'
import { WithSelectedZone, ZonePeopleList } from './zone-people-list.tsx'

type Props = AppUsersProps & {
  /** Renders the map beside the list. Injected, because presence imports users and not the other way round. */
  MapBeside: ComponentType<MapBesideProps>
  /** Toggles that map, on screens wide enough for the button to fit beside the search. */
  MapToggle: ComponentType<{ zone: Zone }>
}

type MapBesideProps = {
  zone: Zone
  chosen: string | undefined
  hasDetails: boolean
  onChoose: (userId: string) => void
  children: (parts: { toggle: ReactNode; above: ReactNode }) => ReactNode
}

/** The App Users page: the people of the selected zone or, for a super admin without one, everybody. */
export function AppUsersPage(props: Props) {
  const { zone, role } = useSelectedZone()
  if (!zone && role === 'super_admin') return <AllUsers {...props} />
  return (
    <WithSelectedZone title={t`App Users`}>
      {selectedZone => <ZoneUsers {...props} zone={selectedZone} />}
    </WithSelectedZone>
  )
}

function ZoneUsers({ zone, MapBeside, MapToggle, ...address }: Props & { zone: MyZone }) {
  const { search, onSearch } = address
  const { rights } = useSelectedZone()
  const zonePeople = useZonePeople(zone.id, {
    list: 'people',
    search: search.q,
    presence: search.presence,
    sort: search.sort,
  })
  const isWide = useIsWideScreen()
  const isSearchingOnPhone = useIsSearchingOnPhone(search)
  const addUserControls = useAddUserControls(address, zone)
  const mayAdd = isOffered(rights, 'link_users')
  const exportPeople = useExportZonePeople(zone.id)
  return (
    <PeopleFrame
      zone={zone}
      picksAllZones
      people={zonePeople}
      // The empty state has its own button, so the header shows none.
      action={mayAdd && !zonePeople.isEmpty && addUserControls.button}
      links={
        <PageLink to={paths.zoneUsers} icon={IconMapPins}>
          {t`Zone Users`}
        </PageLink>
      }
      tools={isWide && <MapToggle zone={zone} />}
      files={
        <FileMenu
          preparing={exportPeople.isPending}
          downloads={[
            {
              label: t`Export as CSV`,
              onClick: () => exportPeople.mutate({ search: search.q, presence: search.presence }),
            },
          ]}
        />
      }
      problem={
        search.add !== undefined && !mayAdd && t`You do not have permission to add users to this zone.`
      }
      {...address}
    >
      <MapBeside
        zone={zone}
        chosen={search.user}
        hasDetails={search.user !== undefined}
        onChoose={user => onSearch({ user })}
      >
        {({ toggle, above }) => (
          <>
            {!isSearchingOnPhone && (
              <>
                {!isWide && toggle && (
                  <Group wrap="nowrap" align="stretch" justify="flex-end" gap={0}>
                    {toggle}
                  </Group>
                )}
                {above}
              </>
            )}
            <ZonePeopleList
              zone={zone}
              zonePeople={zonePeople}
              on="appUsers"
              {...address}
              filters={readFilters(address, 'q', 'presence')}
              emptyText={t`No users assigned to this zone yet. Add people by their user code.`}
              emptyAction={mayAdd && addUserControls.button}
            />
          </>
        )}
      </MapBeside>
      {mayAdd && addUserControls.dialog}
    </PeopleFrame>
  )
}

/** Lists all users, and whether each is inside any zone. */
function AllUsers(address: AppUsersProps) {
  const { q, presence: wantedPresence, sort } = address.search
  // Only the list of one zone knows who was not seen lately.
  const presence = wantedPresence === 'unseen' ? undefined : wantedPresence
  const accounts = useAccounts({ q, presence, sort })
  const addUserControls = useAddUserControls(address, undefined)
  return (
    <PeopleFrame
      picksAllZones
      people={accounts}
      action={addUserControls.button}
      {...address}
      search={{ ...address.search, presence }}
    >
      <AccountList
        people={accounts}
        withPresence
        Details={MemberAnywhere}
        {...address}
        emptyText={t`People appear here once they sign up.`}
        filters={readFilters(address, 'q', 'presence')}
      />
      {addUserControls.dialog}
    </PeopleFrame>
  )
}

/** The cards and the map are then hidden, so that the first result is right below the field, above the keyboard. */
export const useIsSearchingOnPhone = ({ q }: AppUsersProps['search']) => useIsPhone() && Boolean(q)

type FrameProps = AppUsersProps & {
  title?: string
  zone?: MyZone
  /** True if super admins may also see the people of all zones. */
  picksAllZones?: boolean
  people: Pick<ZonePeople, 'counts' | 'figure' | 'total'>
  action?: ReactNode
  links?: ReactNode
  searchLabel?: string
  tools?: ReactNode
  /** The menu of exports, where there is room for it; on a phone, the selection has one. */
  files?: ReactNode
  problem?: string | false
  children: ReactNode
} & Pick<ComponentProps<typeof PresenceCards>, 'lastCard' | 'arePeopleShown'>

/** The frame of App Users and Zone Users: title with count, search, and the cards that count and filter. */
export function PeopleFrame({
  title = t`App Users`,
  zone,
  picksAllZones,
  people,
  action,
  links,
  searchLabel = t`Search by name, email or user code`,
  tools,
  files,
  problem,
  lastCard,
  arePeopleShown,
  children,
  ...address
}: FrameProps) {
  const { role, isZoneBound, select, unselect } = useSelectedZone()
  const isPhone = useIsPhone()
  const isSearchingOnPhone = useIsSearchingOnPhone(address.search)
  const total = people.total ?? 0
  return (
    <Page
      title={title}
      count={people.total}
      countLabel={plural(total, { one: 'user', other: 'users' })}
      subtitle={zone?.name ?? t`All zones`}
      action={action}
      secondary={
        <>
          {!isZoneBound && (
            <ZoneSelect
              zone={zone}
              onPick={({ id }) => select(id)}
              {...(picksAllZones && role === 'super_admin' && { onPickAll: unselect })}
            />
          )}
          {links}
          {!isPhone && files}
        </>
      }
      toolbar={
        <>
          <ListSearch label={searchLabel} {...address} />
          {tools}
        </>
      }
    >
      {problem && <ProblemAlert>{problem}</ProblemAlert>}
      {!isSearchingOnPhone && (
        <PresenceCards
          zone={zone}
          {...people}
          {...address}
          lastCard={lastCard}
          arePeopleShown={arePeopleShown}
        />
      )}
      {children}
    </Page>
  )
}
