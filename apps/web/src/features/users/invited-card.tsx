import type { InvitedUser } from '@muster/contract/users.ts'
import { RoleBadge } from '../../ui/badges/role-badge.tsx'
import { useOpensDetails } from '../../ui/dialogs/detail-rows.ts'
import { Name } from '../../ui/people/name.tsx'
import { PersonAvatar } from '../../ui/people/person-avatar.tsx'
import chip from '../../ui/people/person-chip.module.css'
import { InvitedBadge } from './invited-badge.tsx'
import classes from './user-card.module.css'
import { memberName } from './zone-user-words.ts'

type Props = {
  user: InvitedUser
  /** Opens the details, where there are any. */
  onOpen?: () => void
  isOpen?: boolean
}

/** Somebody who was added and has not entered the zone yet: name, code and role, and nothing else. */
export function InvitedCard({ user, onOpen, isOpen = false }: Props) {
  const opens = useOpensDetails(isOpen)
  const name = memberName(user) || user.userCode
  const content = (
    <>
      <span className={chip.chip}>
        <PersonAvatar name={name} />
        <span className={chip.words}>
          <Name className={chip.name}>{name}</Name>
          <span className={`${classes.quiet} ${classes.line}`}>{user.userCode}</span>
        </span>
      </span>
      <span className={classes.badges}>
        <InvitedBadge />
        <RoleBadge role={user.zoneRole} />
      </span>
    </>
  )
  if (!onOpen)
    return (
      <article className={classes.card} aria-label={name}>
        {content}
      </article>
    )
  return (
    <button type="button" className={classes.card} onClick={onOpen} {...opens}>
      {content}
    </button>
  )
}
