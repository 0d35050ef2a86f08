import type { ZonePerson } from '@muster/contract/users.ts'
import type { ZoneRights } from '@muster/domain/zone-permission.ts'
import { IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { detailsIn, type filtersIn, type InAddress } from '../../lib/in-address.ts'
import { List } from '../../ui/layout/list.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import { AppUserCard } from './app-user-card.tsx'
import { InvitedCard } from './invited-card.tsx'
import { MemberDrawer } from './member-drawer.tsx'
import { usePresenceNews } from './use-presence-news.ts'
import type { ZonePeople } from './use-zone-people.ts'

type Props = InAddress<{ user?: string | undefined }> & {
  zone: { id: string; name: string }
  zonePeople: ZonePeople
  filters: ReturnType<typeof filtersIn>
  /** For a zone without people. */
  emptyText: string
  emptyAction?: ReactNode
  /** The viewer's rights in this zone. */
  own: ZoneRights
  /** A member of the zone; who is only invited has a card of their own. */
  Card?: typeof AppUserCard
}

const keyOf = (person: ZonePerson) => person.userId
const noView = 'You do not have permission to view users in this zone'

/** The people of a zone as cards, in every state, and the details of the one that the address names. */
export function ZoneUserList({ zone, zonePeople, search, onSearch, Card = AppUserCard, ...props }: Props) {
  const { people, total, isEmpty } = zonePeople
  const details = detailsIn({ search, onSearch }, 'user')
  usePresenceNews(people.rows, zone.name)
  return (
    <>
      <List
        list={people}
        failure="Failed to load zone users"
        forbidden={{ VIEW_USERS_FORBIDDEN: noView, FORBIDDEN: noView }}
        empty={
          <EmptyState icon={IconUsers} title="No users found" text={props.emptyText}>
            {props.emptyAction}
          </EmptyState>
        }
        filters={isEmpty ? undefined : props.filters}
        noneFound={['No users found', 'No users match your search criteria.']}
        total={total}
        keyOf={keyOf}
        estimate={88}
        minColumn={260}
        gap={12}
        label={`Users in ${zone.name}`}
      >
        {user =>
          user.invited ? (
            <InvitedCard user={user} {...details.row(user.userId)} />
          ) : (
            <Card zoneId={zone.id} user={user} {...details.row(user.userId)} />
          )
        }
      </List>
      <MemberDrawer
        zone={zone}
        userId={details.openId}
        rows={people.rows}
        own={props.own}
        onClose={details.drawer.onClose}
      />
    </>
  )
}

/** The role does not see who the people of a zone are. */
export function NoViewOfUsers() {
  return <NotAllowed title={noView} />
}
