import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './tag.module.css'

export type Tone = 'quiet' | 'inside' | 'good' | 'caution' | 'high' | 'danger' | 'info' | 'accent' | 'yellow'

type Props = {
  tone?: Tone
  icon?: Icon
  /** Dashed and without ground: for what is not known. */
  outlined?: boolean
  children: ReactNode
}

/** A word with a tone and, where the tone means something, an icon. Colour never speaks alone. */
export function Tag({ tone = 'quiet', icon: Icon, outlined = false, children }: Props) {
  return (
    <span className={classes.tag} data-tone={tone} data-outlined={outlined || undefined}>
      {Icon && <Icon size="0.875rem" stroke={2} aria-hidden />}
      {children}
    </span>
  )
}
