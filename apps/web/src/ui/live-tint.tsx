import { type ReactNode, useEffect, useRef, useState } from 'react'
import classes from './live-tint.module.css'

type Props = {
  /** The value shown. When it changes after the first render, the content is tinted for 1.5 s. */
  value: string | number | boolean | null
  children: ReactNode
}

/** Marks what changed by itself. Wrap only what the feed changes, not what the person just did. */
export function LiveTint({ value, children }: Props) {
  const before = useRef(value)
  const [changes, setChanges] = useState(0)
  useEffect(() => {
    if (before.current === value) return
    before.current = value
    setChanges(count => count + 1)
  }, [value])
  useEffect(() => {
    if (changes === 0) return
    const timer = setTimeout(() => setChanges(0), 1500)
    return () => clearTimeout(timer)
  }, [changes])
  return (
    <div className={classes.tint} data-changed={changes || undefined}>
      {children}
    </div>
  )
}
