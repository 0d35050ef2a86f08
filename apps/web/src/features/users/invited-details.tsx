import { Button, Stack, Text } from '@mantine/core'
import type { InvitedUser } from '@muster/contract/users.ts'
import type { ZoneRights } from '@muster/domain/zone-permission.ts'
import { IconUserMinus } from '@tabler/icons-react'
import { useState } from 'react'
import { Fact, Facts } from '../../ui/layout/facts.tsx'
import { PersonChip } from '../../ui/people/person-chip.tsx'
import classes from './app-user-details.module.css'
import { InvitedBadge } from './invited-badge.tsx'
import { UserCode } from './member-facts.tsx'
import { UnlinkUserDialog } from './unlink-user-dialog.tsx'
import { ZoneRole } from './zone-role.tsx'
import { memberName } from './zone-user-words.ts'

type Props = {
  zone: { id: string; name: string }
  user: InvitedUser
  /** The viewer's rights in this zone. */
  own: ZoneRights
  /** True if the viewer may unlink this person. */
  mayUnlink: boolean
  onUnlinked: () => void
}

/** The few facts about a person who was added and has not entered the zone yet, and why there are no more. */
export function InvitedDetails({ zone, user, own, mayUnlink, onUnlinked }: Props) {
  const [unlinking, setUnlinking] = useState(false)
  return (
    <Stack gap={20} className={classes.details}>
      <PersonChip name={memberName(user) || user.userCode} unnamed size={56} detail={<InvitedBadge />} />
      <Text c="dimmed">
        Contact and presence show here once they enter {zone.name}. They can also decline.
      </Text>
      <Facts>
        <Fact name="User code">
          <UserCode code={user.userCode} />
        </Fact>

        <Fact name="Zone role">
          <ZoneRole zone={zone} user={user} own={own} isSelf={false} />
        </Fact>
      </Facts>
      {mayUnlink && (
        <>
          <Button
            variant="default"
            c="var(--m-danger)"
            leftSection={<IconUserMinus size="1.125rem" aria-hidden />}
            onClick={() => setUnlinking(true)}
          >
            Unlink from Zone
          </Button>
          <UnlinkUserDialog
            zone={zone}
            user={user}
            opened={unlinking}
            onClose={() => setUnlinking(false)}
            onUnlinked={onUnlinked}
          />
        </>
      )}
    </Stack>
  )
}
