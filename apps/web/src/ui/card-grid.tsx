import type { ReactNode } from 'react'
import classes from './skeletons.module.css'

/** The grid every list of cards uses; CardGridSkeleton has the same shape. */
export function CardGrid({ children }: { children: ReactNode }) {
  return <div className={classes.grid}>{children}</div>
}
