import type { ReactNode } from 'react'
import classes from './live-tint.module.css'
import { useChanged } from './use-changed.ts'

type Props = {
  /** The displayed value. When it changes after the first render, the content is tinted for 1.5 s. */
  value: string | number | boolean | null
  children: ReactNode
}

/** Highlights changes that come from the feed. Do not use it for changes that the person makes themselves. */
export function LiveTint({ value, children }: Props) {
  const hasChanged = useChanged(value)
  return (
    <div className={`${classes.tint} ${classes.round}`} data-changed={hasChanged || undefined}>
      {children}
    </div>
  )
}
