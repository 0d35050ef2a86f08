import type { ReactNode } from 'react'
import classes from './sheet.module.css'

/** The buttons at the end of a dialog: Cancel first, the act last. On phones stacked, the act on top. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className={classes.buttons}>{children}</div>
}
