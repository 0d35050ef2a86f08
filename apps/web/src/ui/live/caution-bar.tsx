import type { ReactNode } from 'react'
import classes from './caution-bar.module.css'

type Props = {
  icon: ReactNode
  /** Says that the content of the screen is in doubt: bold and slim, and on paper as well. */
  doubtful?: boolean
  children: ReactNode
}

/** A bar over the page that asks for attention and takes none of its room from what is below. */
export function CautionBar({ icon, doubtful = false, children }: Props) {
  return (
    <div className={classes.bar} data-doubtful={doubtful || undefined}>
      {icon}
      <span>{children}</span>
    </div>
  )
}
