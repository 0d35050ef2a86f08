import { Button } from '@mantine/core'
import type { ZonePerson } from '@muster/contract/users.ts'
import type { Zone } from '@muster/contract/zones.ts'
import { can } from '@muster/domain/permission.ts'
import { IconMapPins, IconUserPlus } from '@tabler/icons-react'
import { type ComponentType, type ReactNode, useState } from 'react'
import { paths } from '../../lib/paths.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { PageLink } from '../../ui/layout/page-link.tsx'
import { StatCard, StatGrid } from '../../ui/layout/stat-card.tsx'
import { useIsPhone, useIsWide } from '../../ui/layout/use-screen.ts'
import { InsideSplit } from '../../ui/people/inside-split.tsx'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { AddUserDialog } from './add-user-dialog.tsx'
import { AllUsersPage } from './all-users-page.tsx'
import { AppUserCard, appUserCardEstimate } from './app-user-card.tsx'
import { filterCards } from './app-users-filters.ts'
import classes from './app-users-page.module.css'
import type { AppUsersProps } from './app-users-search.ts'
import { InvitedCard } from './invited-card.tsx'
import { keepers, MemberDrawer } from './member-drawer.tsx'
import { PickZone, ZoneSelect } from './pick-zone.tsx'
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
export function AppUsersPage({ search, onSearch, MapBeside, MapToggle }: Props) {
  const { zone, role, isZoneBound, select, unselect } = useSelectedZone()
  const allowed = can(role, 'view_zone_users')
  const zonePeople = useZonePeople(zone?.id, {
    enabled: allowed,
    list: 'people',
    search: search.q,
    presence: search.presence,
  })
  const { people, counts, figure, isEmpty, renewPictures } = zonePeople
  // On a phone the first result stands right under the field, above the keyboard.
  const isSearchingByThumb = useIsPhone() && Boolean(search.q)
  const isWide = useIsWide()
  const [adding, setAdding] = useState(false)

  if (!allowed) {
    return (
      <Page title="App Users">
        <NoViewOfUsers />
      </Page>
    )
  }
  const seesAll = role === 'super_admin'
  if (!zone && seesAll)
    return <AllUsersPage search={search} onSearch={onSearch} onPickZone={id => select(id)} />
  if (!zone) {
    return (
      <Page title="App Users">
        <PickZone onPick={isZoneBound ? undefined : id => select(id)} />
      </Page>
    )
  }

  const keeps = keepers.includes(role)
  const presence = search.presence ?? 'all'
  const clear = () => onSearch({ q: undefined, presence: undefined }, { replace: true })
  const close = () => onSearch({ user: undefined }, { replace: true })
  // From one to the next is no further step to come back from.
  const open = (user: ZonePerson) => onSearch({ user: user.userId }, { replace: search.user !== undefined })
  const addButton = (
    <Button leftSection={<IconUserPlus size="1.125rem" aria-hidden />} onClick={() => setAdding(true)}>
      Add User
    </Button>
  )

  return (
    <Page
      title="App Users"
      count={counts?.all}
      countLabel="users"
      subtitle={zone.name}
      live={{ loadedAt: people.query.dataUpdatedAt, failed: people.failed }}
      // With nobody there, the empty place has the button: never two.
      action={keeps && !isEmpty && addButton}
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
          <SearchField
            label="Search by name, email or user code"
            value={search.q ?? ''}
            onChange={q => onSearch({ q: q || undefined }, { replace: true })}
          />
          {isWide && <MapToggle zone={zone} />}
        </>
      }
    >
      {search.add !== undefined && !keeps && (
        <ProblemAlert>You do not have permission to add users to this zone.</ProblemAlert>
      )}
      {!isSearchingByThumb && (
        <StatGrid compact>
          {filterCards.map(card => (
            <StatCard
              key={card.presence}
              label={card.label}
              icon={card.icon}
              value={figure(card.presence)}
              hint={card.presence === 'inside' && counts && <InsideSplit {...counts} />}
              selected={presence === card.presence}
              onSelect={() =>
                onSearch({ presence: card.presence === 'all' ? undefined : card.presence }, { replace: true })
              }
            />
          ))}
        </StatGrid>
      )}
      <MapBeside zone={zone} chosen={search.user} onChoose={user => onSearch({ user })}>
        {({ toggle, above }) => (
          <>
            {!isSearchingByThumb && (
              <>
                {!isWide && toggle && <div className={classes.toggle}>{toggle}</div>}
                {above}
              </>
            )}
            <ZoneUserList
              zoneName={zone.name}
              zonePeople={zonePeople}
              onClearFilters={clear}
              emptyText="No users assigned to this zone yet. People are added by their user code."
              emptyAction={keeps && addButton}
              cardEstimate={appUserCardEstimate}
            >
              {user =>
                user.invited ? (
                  <InvitedCard user={user} isOpen={user.userId === search.user} onOpen={() => open(user)} />
                ) : (
                  <AppUserCard
                    zoneId={zone.id}
                    user={user}
                    isOpen={user.userId === search.user}
                    onOpen={() => open(user)}
                    onImageError={renewPictures}
                  />
                )
              }
            </ZoneUserList>
          </>
        )}
      </MapBeside>
      <MemberDrawer
        zone={zone}
        userId={search.user}
        people={people}
        ownRole={role}
        onClose={close}
        onImageError={renewPictures}
      />
      {keeps && (
        <AddUserDialog
          key={search.add}
          zone={zone}
          userCode={search.add}
          opened={adding || search.add !== undefined}
          onClose={() => {
            setAdding(false)
            if (search.add !== undefined) onSearch({ add: undefined }, { replace: true })
          }}
        />
      )}
    </Page>
  )
}
