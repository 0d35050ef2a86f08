import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack, Text } from '@mantine/core'
import type { InvitedUser } from '@muster/contract/users.ts'
import type { ZoneRights } from '@muster/domain/zone-permission.ts'
import { Fact, Facts } from '../../ui/layout/facts.tsx'
import { PersonChip } from '../../ui/people/person-chip.tsx'
import { UserCode } from '../../ui/people/person-facts.tsx'
import classes from './app-user-details.module.css'
import { InvitedBadge } from './invited-badge.tsx'
import { UnlinkFromZone } from './unlink-user.tsx'
import { ZoneRole } from './zone-role.tsx'
import { memberName } from './zone-user-words.ts'

type Props = {
  zone: { id: string; name: string }
  user: InvitedUser
  /** The viewer's rights in this zone. */
  own: ZoneRights
  mayUnlink: boolean
  onUnlinked: () => void
}

/** Shows the few details of a person who has been added but has not entered the zone yet, and explains why no others are shown. */
export function InvitedDetails({ zone, user, own, mayUnlink, onUnlinked }: Props) {
  const zoneName = zone.name
  return (
    <Stack gap={20} className={classes.details}>
      <PersonChip name={memberName(user) || user.userCode} unnamed size={56} detail={<InvitedBadge />} />
      <Text c="dimmed">
        <Trans>
          You’ll see their contact details and presence here once they enter {zoneName}. They can also
          decline.
        </Trans>
      </Text>
      <Facts>
        <Fact name={t`User code`}>
          <UserCode code={user.userCode} />
        </Fact>
        <Fact name={t`Zone role`}>
          <ZoneRole zone={zone} user={user} own={own} isSelf={false} />
        </Fact>
      </Facts>
      {mayUnlink && <UnlinkFromZone zone={zone} user={user} onUnlinked={onUnlinked} />}
    </Stack>
  )
}
