import { Flex, Text } from '@mantine/core'
import type { InvitedUser } from '@muster/contract/users.ts'
import { RoleBadge } from '../../ui/badges/role-badge.tsx'
import { useOpensDetails } from '../../ui/dialogs/detail-rows.ts'
import { Name } from '../../ui/people/name.tsx'
import { PersonAvatar } from '../../ui/people/person-avatar.tsx'
import chip from '../../ui/people/person-chip.module.css'
import { InvitedBadge } from './invited-badge.tsx'
import classes from './user-card.module.css'
import { memberName } from './zone-user-words.ts'

type Props = { user: InvitedUser; isOpen: boolean; onOpen: () => void }

/** Somebody who was added and has not entered the zone yet: name, code and role, and nothing else. */
export function InvitedCard({ user, isOpen, onOpen }: Props) {
  const opens = useOpensDetails(isOpen)
  const name = memberName(user) || user.userCode
  return (
    <button type="button" className={classes.card} onClick={onOpen} {...opens}>
      <span className={chip.chip}>
        <PersonAvatar name={name} />
        <span className={chip.words}>
          <Name className={chip.name}>{name}</Name>
          <Text span display="block" size="xs" c="dimmed">
            {user.userCode}
          </Text>
        </span>
      </span>
      <Flex component="span" wrap="wrap" align="center" gap="6px 8px">
        <InvitedBadge />
        <RoleBadge role={user.zoneRole} />
      </Flex>
    </button>
  )
}
