import { t } from '@lingui/core/macro'
import type { ZonePerson } from '@muster/contract/users.ts'
import { mayInZone, type ZoneRights } from '@muster/domain/zone-permission.ts'
import { isNotFound } from '../../lib/error-text.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { DetailDrawer } from '../../ui/dialogs/detail-drawer.tsx'
import { AgeGrey } from '../../ui/live/age-grey.tsx'
import { AppUserDetails } from './app-user-details.tsx'
import { InvitedDetails } from './invited-details.tsx'
import { MemberReading } from './member-reading.tsx'
import { useZonePerson } from './use-zone-person.ts'
import { formatName } from './zone-user-words.ts'

type Props = {
  zone: { id: string; name: string }
  userId: string | undefined
  /** The rows of the list from which the person was opened. They provide the initial data. */
  rows?: readonly ZonePerson[] | undefined
  /** The viewer's rights in this zone. */
  own: ZoneRights
  /** True if the viewer may unlink members here; defaults to what the role allows. */
  mayUnlink?: boolean
  onClose: () => void
}

/** True if the people screens offer the action. They do not offer it to admins, although the server would allow it. */
export const isOffered = (rights: ZoneRights, act: 'link_users' | 'unlink_users'): boolean =>
  rights.role !== 'admin' && mayInZone(rights, act)

const noRows: ZonePerson[] = []

export function MemberDrawer({
  zone,
  userId,
  rows = noRows,
  own,
  mayUnlink = isOffered(own, 'unlink_users'),
  onClose,
}: Props) {
  const zonePerson = useZonePerson(zone.id, userId, rows)
  const { person, query } = zonePerson
  return (
    <DetailDrawer
      opened={person !== undefined || (userId !== undefined && !isNotFound(query.error))}
      onClose={onClose}
      title={person ? formatName(person) : t`User`}
      of={userId}
    >
      <MemberBody zone={zone} zonePerson={zonePerson} own={own} mayUnlink={mayUnlink} onUnlinked={onClose} />
    </DetailDrawer>
  )
}

type BodyProps = Pick<Props, 'zone' | 'own'> & {
  zonePerson: ReturnType<typeof useZonePerson>
  mayUnlink: boolean
  onUnlinked: () => void
}

/** The content of a person's details, including while they are loading and after a failure. */
export function MemberBody({ zone, zonePerson, own, mayUnlink, onUnlinked }: BodyProps) {
  const me = useMe().userId
  const { person, member, query } = zonePerson
  if (!person) return <MemberReading query={query} />
  if (person.invited)
    return (
      <InvitedDetails zone={zone} user={person} own={own} mayUnlink={mayUnlink} onUnlinked={onUnlinked} />
    )
  // Until the details are loaded, the data of the row is shown. A failure is reported below it.
  return (
    <AgeGrey stale={query.isError}>
      <AppUserDetails
        zone={zone}
        user={person}
        member={member}
        query={query}
        mayUnlink={mayUnlink && person.userId !== me}
        own={own}
        isSelf={person.userId === me}
        onUnlinked={onUnlinked}
      />
    </AgeGrey>
  )
}
