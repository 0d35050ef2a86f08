import { Button } from '@mantine/core'
import type { InvitedUser } from '@muster/contract/users.ts'
import { IconUserMinus } from '@tabler/icons-react'
import { useState } from 'react'
import { RoleBadge } from '../../ui/badges/role-badge.tsx'
import { PersonChip } from '../../ui/people/person-chip.tsx'
import { CopyButton } from '../../ui/sharing/copy-button.tsx'
import classes from './app-user-details.module.css'
import { InvitedBadge } from './invited-badge.tsx'
import { UnlinkUserDialog } from './unlink-user-dialog.tsx'
import { memberName } from './zone-user-words.ts'

type Props = {
  zone: { id: string; name: string }
  user: InvitedUser
  /** Whether this person may be unlinked by the one who looks. */
  mayUnlink: boolean
  onUnlinked: () => void
}

/** What may be known of somebody who was added and has not entered the zone yet, and why it is no more. */
export function InvitedDetails({ zone, user, mayUnlink, onUnlinked }: Props) {
  const [unlinking, setUnlinking] = useState(false)
  return (
    <div className={classes.details}>
      <PersonChip name={memberName(user) || user.userCode} size={56} detail={<InvitedBadge />} />
      <p className={classes.quiet}>
        Contact and presence show here once they enter {zone.name}. They can also decline.
      </p>
      <dl className={classes.facts}>
        <dt>User code</dt>
        <dd>
          <span className={classes.code}>
            {user.userCode}
            <CopyButton text={user.userCode} label="Copy code" iconOnly />
          </span>
        </dd>
        <dt>Zone role</dt>
        <dd>
          <RoleBadge role={user.zoneRole} />
        </dd>
      </dl>
      {mayUnlink && (
        <>
          <Button
            variant="default"
            c="var(--m-danger)"
            leftSection={<IconUserMinus size={18} aria-hidden />}
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
    </div>
  )
}
