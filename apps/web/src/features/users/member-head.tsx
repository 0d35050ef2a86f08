import type { ZoneUser } from '@muster/contract/users.ts'
import { Name } from '../../ui/people/name.tsx'
import { PersonAvatar } from '../../ui/people/person-avatar.tsx'
import chip from '../../ui/people/person-chip.module.css'
import classes from './user-card.module.css'
import { memberName } from './zone-user-words.ts'

type Props = { user: ZoneUser; onImageError: () => void }

/** Picture, name and e-mail at the head of a member's card, each on one line. */
export function MemberHead({ user, onImageError }: Props) {
  const name = memberName(user) || user.email
  return (
    <span className={chip.chip}>
      <PersonAvatar name={name} imageUrl={user.profileImageUrl} onImageError={onImageError} />
      <span className={chip.words}>
        <Name className={chip.name}>{name}</Name>
        <span className={`${classes.quiet} ${classes.line}`}>{user.email}</span>
      </span>
    </span>
  )
}
