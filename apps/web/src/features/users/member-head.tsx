import { Text } from '@mantine/core'
import type { ZoneUser } from '@muster/contract/users.ts'
import { Name } from '../../ui/people/name.tsx'
import { PersonAvatar } from '../../ui/people/person-avatar.tsx'
import chip from '../../ui/people/person-chip.module.css'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { memberName, neverSeen } from './zone-user-words.ts'

type Props = {
  user: ZoneUser
  /** Names the time: "Last check-in". */
  label: string
  /** Shown for members who were never seen. */
  never: string
}

/** Picture and name at the head of a member's card, and when they were last seen, each on one line. */
export function MemberHead({ user, label, never }: Props) {
  const name = memberName(user) || user.email
  return (
    <span className={chip.chip}>
      <PersonAvatar name={name} imageUrl={user.profileImageUrl} />
      <span className={chip.words}>
        <Name className={chip.name}>{name}</Name>
        <Text span display="block" size="xs" c="dimmed">
          {user.lastSeen ? (
            <>
              {label} <RelativeTime at={user.lastSeen} />
            </>
          ) : (
            neverSeen(user, never)
          )}
        </Text>
      </span>
    </span>
  )
}
