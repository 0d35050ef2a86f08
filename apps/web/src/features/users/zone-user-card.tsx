import type { ZoneUser } from '@muster/contract/users.ts'
import { IconClock, IconMapPin } from '@tabler/icons-react'
import { formatPlace } from '../../lib/format-place.ts'
import tint from '../../ui/live-tint.module.css'
import { PresenceBadge } from '../../ui/presence-badge.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useChanged } from '../../ui/use-changed.ts'
import { MemberHead } from './member-head.tsx'
import classes from './user-card.module.css'
import { memberName, zoneUserLabels } from './zone-user-words.ts'

/** About how high a card is, in pixels. */
export const zoneUserCardEstimate = 164

type Props = { user: ZoneUser; onImageError: () => void }

/** A member with presence, coordinates and last activity. */
export function ZoneUserCard({ user, onImageError }: Props) {
  const moved = useChanged(user.presence)
  return (
    <article
      className={`${classes.card} ${tint.tint}`}
      data-changed={moved || undefined}
      aria-label={memberName(user)}
    >
      <MemberHead user={user} onImageError={onImageError} />
      <span className={classes.badges}>
        <PresenceBadge presence={user.presence} label={zoneUserLabels[user.presence]} />
      </span>
      <span className={classes.quiet}>
        <IconMapPin size={14} style={{ verticalAlign: '-2px' }} aria-hidden />{' '}
        {user.position ? formatPlace(user.position) : 'No coordinates'}
        <br />
        <IconClock size={14} style={{ verticalAlign: '-2px' }} aria-hidden />{' '}
        {user.lastSeen ? (
          <>
            Last activity <RelativeTime at={user.lastSeen} />
          </>
        ) : (
          'Never tracked'
        )}
      </span>
    </article>
  )
}
