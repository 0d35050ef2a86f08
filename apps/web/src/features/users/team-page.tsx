import { Anchor, Button, SegmentedControl } from '@mantine/core'
import type { TeamMember } from '@muster/contract/users.ts'
import type { MyZone } from '@muster/contract/zones.ts'
import { zoneRoles } from '@muster/domain/role.ts'
import { IconUserPlus, IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { orpc } from '../../lib/api.ts'
import { filtersIn, type InAddress } from '../../lib/in-address.ts'
import { paths } from '../../lib/paths.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { byCursor, usePages } from '../../lib/use-pages.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { List } from '../../ui/layout/list.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { type AccountsSearch, PeopleToolbar } from '../accounts/public.ts'
import { TeamMemberCard, teamMemberCardEstimate } from './team-member-card.tsx'
import { useZonePeople } from './use-zone-people.ts'
import { NoViewOfUsers, ZoneUserList } from './zone-user-list.tsx'

type Props = InAddress<AccountsSearch>

const title = 'Users Management'

/**
 * Users Management of those who look after zones: the people of the selected zone, or of all their zones, and no accounts. Those
 * are for internal admins.
 */
export function TeamPage(address: Props) {
  const { search, onSearch } = address
  const { zone, total, may } = useSelectedZone()
  const allowed = may('view_zone_users')
  if (!allowed) {
    return (
      <Page title={title}>
        <NoViewOfUsers />
      </Page>
    )
  }
  const choice = zone && total > 1 && (
    <SegmentedControl
      aria-label="Whose users"
      data={[
        { value: 'selected', label: 'Selected zone' },
        { value: 'all', label: 'All my zones' },
      ]}
      value={search.zones ?? 'selected'}
      onChange={value => onSearch({ zones: value === 'all' ? 'all' : undefined }, { replace: true })}
    />
  )
  const parts = { ...address, choice }
  return zone && search.zones !== 'all' ? <ZoneTeam {...parts} zone={zone} /> : <WholeTeam {...parts} />
}

type TeamProps = Props & { choice: ReactNode }

const addUser = (
  <Button leftSection={<IconUserPlus size="1.125rem" aria-hidden />} disabled>
    Add User
  </Button>
)
const whoAdds = (
  <p style={{ margin: 0 }}>
    Administrators create and edit users. People who have an account are added under{' '}
    <Anchor component={Link} to={paths.appUsers} underline="always">
      App Users
    </Anchor>
    .
  </p>
)

/** The people of the selected zone. */
function ZoneTeam({ choice, zone, ...address }: TeamProps & { zone: MyZone }) {
  const { search } = address
  const { rights } = useSelectedZone()
  const zonePeople = useZonePeople(zone.id, {
    enabled: true,
    list: 'people',
    search: search.q,
    role: zoneRoles.find(one => one === search.role),
  })
  return (
    <Page
      title={title}
      count={zonePeople.counts?.all}
      countLabel="users"
      subtitle={zone.name}
      action={addUser}
      secondary={choice}
      toolbar={<PeopleToolbar {...address} />}
    >
      {whoAdds}
      <ZoneUserList
        zone={zone}
        zonePeople={zonePeople}
        {...address}
        filters={filtersIn(address, 'q', 'role')}
        emptyText="No users assigned to this zone yet."
        own={rights}
        mayUnlink={false}
      />
    </Page>
  )
}

const keyOf = (person: TeamMember) => person.userId

/** The people of all one's zones, each with those of them they are assigned to. */
function WholeTeam({ choice, ...address }: TeamProps) {
  const { search } = address
  const { zone } = useSelectedZone()
  const text = useSettled(search.q?.trim()) || undefined
  const role = zoneRoles.find(one => one === search.role)
  const list = usePages(
    orpc.users.inMyZones.infiniteOptions({
      input: (cursor: string | undefined) => ({ search: text, role, cursor }),
      ...byCursor,
    }),
  )
  return (
    <Page
      title={title}
      subtitle="All my zones"
      action={addUser}
      secondary={choice}
      toolbar={<PeopleToolbar {...address} />}
    >
      {whoAdds}
      <List
        list={list}
        failure="Failed to load users"
        empty={
          <EmptyState
            icon={IconUsers}
            title="No users found"
            text={
              zone ? 'Nobody is assigned to your zones yet.' : 'Enter a zone with your PIN to see its users.'
            }
          />
        }
        filters={filtersIn(address, 'q', 'role')}
        noneFound={['No users found']}
        keyOf={keyOf}
        estimate={teamMemberCardEstimate}
        minColumn={260}
        gap={12}
        label="Users in all my zones"
      >
        {person => <TeamMemberCard person={person} />}
      </List>
    </Page>
  )
}
