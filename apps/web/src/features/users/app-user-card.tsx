import type { ZoneUser } from '@muster/contract/users.ts'
import { PresenceBadge } from '../../ui/badges/presence-badge.tsx'
import { RoleBadge } from '../../ui/badges/role-badge.tsx'
import tint from '../../ui/live/live-tint.module.css'
import { useChanged } from '../../ui/live/use-changed.ts'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { MemberHead } from './member-head.tsx'
import classes from './user-card.module.css'
import { appUserLabels } from './zone-user-words.ts'

/** About how high a card is, in pixels. */
export const appUserCardEstimate = 146

type Props = { user: ZoneUser; onOpen: () => void; onImageError: () => void }

/** A member of the zone; opens their details. */
export function AppUserCard({ user, onOpen, onImageError }: Props) {
  const moved = useChanged(user.presence)
  return (
    <button
      type="button"
      className={`${classes.card} ${tint.tint}`}
      data-changed={moved || undefined}
      onClick={onOpen}
      aria-haspopup="dialog"
    >
      <MemberHead user={user} onImageError={onImageError} />
      <span className={classes.badges}>
        <PresenceBadge
          presence={user.presence}
          lastSeen={user.lastSeen}
          label={appUserLabels[user.presence]}
        />
        <RoleBadge role={user.zoneRole} />
      </span>
      <span className={classes.quiet}>
        {user.lastSeen ? (
          <>
            Last check-in <RelativeTime at={user.lastSeen} />
          </>
        ) : (
          'Never checked in'
        )}
      </span>
    </button>
  )
}
