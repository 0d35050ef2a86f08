import type { ZonePerson } from '@muster/contract/users.ts'
import type { Role } from '@muster/domain/role.ts'
import { useMe } from '../../lib/session/use-session.ts'
import type { PagedList } from '../../lib/use-pages.ts'
import { DetailDrawer } from '../../ui/dialogs/detail-drawer.tsx'
import { AgeGrey } from '../../ui/live/age-grey.tsx'
import { LiveFrame } from '../../ui/live/live-frame.tsx'
import { AppUserDetails } from './app-user-details.tsx'
import { InvitedDetails } from './invited-details.tsx'
import { useZonePerson } from './use-zone-person.ts'
import { nameOf } from './zone-user-words.ts'

type Props = {
  zone: { id: string; name: string }
  /** Whose details are open; undefined for nobody's. */
  userId: string | undefined
  /** The list they are opened from, and walked along with the arrow keys. */
  people: PagedList<ZonePerson>
  /** The role in this zone of the one who looks. */
  ownRole: Role
  /** Whether somebody may be unlinked here; unless said otherwise, by whom the role lets. */
  mayUnlink?: boolean
  onClose: () => void
  onImageError: () => void
}

/** Who the screens of people let add and unlink; the server lets admins do it too. */
export const keepers: readonly Role[] = ['zone_manager_rw', 'client_admin', 'super_admin']

const noRows: ZonePerson[] = []

/** The details of one of the people of a zone, invited or a member, beside or over the list they stand in. */
export function MemberDrawer({
  zone,
  userId,
  people,
  ownRole,
  mayUnlink = keepers.includes(ownRole),
  onClose,
  onImageError,
}: Props) {
  const me = useMe().userId
  const { person, member, query } = useZonePerson(zone.id, userId, people.rows ?? noRows)
  return (
    <DetailDrawer
      opened={person !== undefined}
      onClose={onClose}
      title={person ? nameOf(person) : 'User'}
      of={userId}
    >
      {person?.invited && (
        <LiveFrame loadedAt={query.dataUpdatedAt || people.query.dataUpdatedAt}>
          <InvitedDetails
            zone={zone}
            user={person}
            ownRole={ownRole}
            mayUnlink={mayUnlink}
            onUnlinked={onClose}
          />
        </LiveFrame>
      )}
      {person && !person.invited && (
        // Until the details are there, what their row knew shows. That they could not be read is told only below it.
        <LiveFrame loadedAt={query.dataUpdatedAt || people.query.dataUpdatedAt}>
          <AgeGrey stale={query.isError}>
            <AppUserDetails
              zone={zone}
              user={person}
              member={member}
              query={query}
              mayUnlink={mayUnlink && person.userId !== me}
              onImageError={onImageError}
              ownRole={ownRole}
              isSelf={person.userId === me}
              onUnlinked={onClose}
            />
          </AgeGrey>
        </LiveFrame>
      )}
    </DetailDrawer>
  )
}
