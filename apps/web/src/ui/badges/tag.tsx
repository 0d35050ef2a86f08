import type { Icon } from '@tabler/icons-react'
import type { CSSProperties, ReactNode } from 'react'
import classes from './tag.module.css'

export type Tone = 'quiet' | 'inside' | 'good' | 'caution' | 'high' | 'danger' | 'info' | 'accent' | 'yellow'

const coloursByTone: Record<Tone, string> = {
  quiet: 'quiet',
  inside: 'inside',
  good: 'inside',
  caution: 'uncertain',
  high: 'high',
  danger: 'danger',
  info: 'normal',
  accent: 'accent-strong',
  yellow: 'caution-text',
}

/** The colour of a tone as `--tone`, for the style sheet of an element. */
export const toneStyle = (tone: Tone) => ({ '--tone': `var(--m-${coloursByTone[tone]})` }) as CSSProperties

type Props = {
  tone?: Tone
  icon?: Icon
  /** Dashed and without a background, for unknown values. */
  outlined?: boolean
  children: ReactNode
}

/** A label with a tone and, where the tone has a meaning, an icon, so that colour is never the only signal. */
export function Tag({ tone = 'quiet', icon: Icon, outlined = false, children }: Props) {
  return (
    <span
      className={classes.tag}
      style={toneStyle(tone)}
      data-tone={tone}
      data-outlined={outlined || undefined}
    >
      {Icon && <Icon size="0.875rem" stroke={2} aria-hidden />}
      {children}
    </span>
  )
}
