import { Anchor, Button } from '@mantine/core'
import type { ZonePerson } from '@muster/contract/users.ts'
import { can } from '@muster/domain/permission.ts'
import { type Role, zoneRoles } from '@muster/domain/role.ts'
import { IconUserPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '../../app/paths.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { Page } from '../../ui/layout/page.tsx'
import { PeopleToolbar } from '../accounts/public.ts'
import { AppUserCard, appUserCardEstimate } from './app-user-card.tsx'
import { InvitedCard } from './invited-card.tsx'
import { MemberDrawer } from './member-drawer.tsx'
import { PickZone } from './pick-zone.tsx'
import { useZonePeople } from './use-zone-people.ts'
import { NoViewOfUsers, ZoneUserList } from './zone-user-list.tsx'

type Search = { q?: string; role?: Role; user?: string }
type Props = { search: Search; onSearch: (changes: Search, options?: { replace?: boolean }) => void }

const title = 'Users Management'

/** Users Management of those who look after a zone: its people, and no accounts. Those are for internal admins. */
export function TeamPage({ search, onSearch }: Props) {
  const { zone, availableZones, role } = useSelectedZone()
  const allowed = can(role, 'view_zone_users')
  const zonePeople = useZonePeople(zone?.id, {
    enabled: allowed,
    list: 'people',
    search: search.q,
    role: zoneRoles.find(one => one === search.role),
  })
  const { people, counts, renewPictures } = zonePeople
  if (!zone || !allowed) {
    return <Page title={title}>{zone ? <NoViewOfUsers /> : <PickZone zones={availableZones} />}</Page>
  }
  // From one to the next is no further step to come back from.
  const open = (user: ZonePerson) => onSearch({ user: user.userId }, { replace: search.user !== undefined })
  return (
    <Page
      title={title}
      count={counts?.all}
      countLabel="users"
      subtitle={zone.name}
      live={{ loadedAt: people.query.dataUpdatedAt, failed: people.failed }}
      action={
        <Button leftSection={<IconUserPlus size="1.125rem" aria-hidden />} disabled>
          Add User
        </Button>
      }
      toolbar={<PeopleToolbar search={search} onSearch={onSearch} />}
    >
      <p style={{ margin: 0 }}>
        Administrators create and edit users. People who have an account are added under{' '}
        <Anchor component={Link} to={paths.appUsers} underline="always">
          App Users
        </Anchor>
        .
      </p>
      <ZoneUserList
        zoneName={zone.name}
        zonePeople={zonePeople}
        onClearFilters={() => onSearch({ q: undefined, role: undefined }, { replace: true })}
        emptyText="No users assigned to this zone yet."
        cardEstimate={appUserCardEstimate}
      >
        {user =>
          user.invited ? (
            <InvitedCard user={user} isOpen={user.userId === search.user} onOpen={() => open(user)} />
          ) : (
            <AppUserCard
              user={user}
              zoneId={zone.id}
              isOpen={user.userId === search.user}
              onOpen={() => open(user)}
              onImageError={renewPictures}
            />
          )
        }
      </ZoneUserList>
      <MemberDrawer
        zone={zone}
        userId={search.user}
        people={people}
        ownRole={role}
        mayUnlink={false}
        onClose={() => onSearch({ user: undefined }, { replace: true })}
        onImageError={renewPictures}
      />
    </Page>
  )
}
