import type { ZoneUser } from '@muster/contract/users.ts'
import { IconClock, IconMapPin } from '@tabler/icons-react'
import { PersonAvatar } from '../../ui/person-avatar.tsx'
import chip from '../../ui/person-chip.module.css'
import { PresenceBadge } from '../../ui/presence-badge.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import classes from './user-card.module.css'
import { memberName, zoneUserLabels } from './zone-user-words.ts'

/** The height of every card of the grid, in pixels. */
export const zoneUserCardHeight = 164

/** A member with presence, coordinates and last activity. */
export function ZoneUserCard({ user }: { user: ZoneUser }) {
  const name = memberName(user)
  return (
    <article className={classes.card} aria-label={name}>
      <span className={chip.chip}>
        <PersonAvatar name={name} imageUrl={user.profileImageUrl} />
        <span className={chip.words}>
          <span className={chip.name}>{name}</span>
          <span className={classes.quiet} style={{ display: 'block' }}>
            {user.email}
          </span>
        </span>
      </span>
      <span className={classes.badges}>
        <PresenceBadge presence={user.presence} label={zoneUserLabels[user.presence]} />
      </span>
      <span className={classes.quiet}>
        <IconMapPin size={14} style={{ verticalAlign: '-2px' }} aria-hidden />{' '}
        {user.position
          ? `${user.position.lat.toFixed(6)}, ${user.position.lng.toFixed(6)}`
          : 'No coordinates'}
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
