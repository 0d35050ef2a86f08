import type { ZoneUser } from '@muster/contract/users.ts'
import { PersonAvatar } from '../../ui/person-avatar.tsx'
import chip from '../../ui/person-chip.module.css'
import { PresenceBadge } from '../../ui/presence-badge.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RoleBadge } from '../../ui/role-badge.tsx'
import classes from './user-card.module.css'
import { appUserLabels, memberName } from './zone-user-words.ts'

/** The height of every card of the grid, in pixels. */
export const appUserCardHeight = 146

/** A member of the zone; opens their details. */
export function AppUserCard({ user, onOpen }: { user: ZoneUser; onOpen: () => void }) {
  const name = memberName(user) || user.email
  return (
    <button type="button" className={classes.card} onClick={onOpen} aria-haspopup="dialog">
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
        <PresenceBadge presence={user.presence} label={appUserLabels[user.presence]} />
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
