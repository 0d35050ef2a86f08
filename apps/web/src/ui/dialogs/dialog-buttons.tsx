import type { ReactNode } from 'react'
import classes from './sheet.module.css'
import { useDialogWorking } from './use-dialog-frame.ts'

type Props = {
  /** Keeps the dialog open while the action runs. */
  working?: boolean
  children: ReactNode
}

/** The buttons at the end of a dialog: Cancel first, the action last. They stay visible while the form scrolls. */
export function DialogButtons({ working = false, children }: Props) {
  useDialogWorking(working)
  return <div className={classes.buttons}>{children}</div>
}
