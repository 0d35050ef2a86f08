import type { ReactNode } from 'react'
import { Name } from './name.tsx'
import { PersonAvatar } from './person-avatar.tsx'
import classes from './person-chip.module.css'

type Props = {
  name: string
  /** Omits the name, which is already shown above as the title of the details. */
  unnamed?: boolean
  imageUrl?: string | null
  /** Shown under the name: presence badge, "since 09:41", email. */
  detail?: ReactNode
  size?: number
}

/** A person as shown throughout the app: avatar or initials, name and details. */
export function PersonChip({ name, unnamed = false, imageUrl, detail, size }: Props) {
  return (
    <span className={classes.chip}>
      <PersonAvatar name={name} imageUrl={imageUrl} size={size} />
      <span className={classes.words}>
        {!unnamed && <Name className={classes.name}>{name}</Name>}
        {detail && <span className={classes.detail}>{detail}</span>}
      </span>
    </span>
  )
}
