import type { ReactNode } from 'react'
import classes from './live-tint.module.css'
import { useChanged } from './use-changed.ts'

type Props = {
  /** The value shown. When it changes after the first render, the content is tinted for 1.5 s. */
  value: string | number | boolean | null
  children: ReactNode
}

/** Marks what changed by itself. Wrap only what the feed changes, not what the person just did. */
export function LiveTint({ value, children }: Props) {
  const changed = useChanged(value)
  return (
    <div className={`${classes.tint} ${classes.round}`} data-changed={changed || undefined}>
      {children}
    </div>
  )
}
