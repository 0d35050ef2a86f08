import type { ReactNode } from 'react'
import classes from './sheet.module.css'
import { useDialogWorking } from './use-dialog-frame.ts'

type Props = {
  /** While the act runs the dialog stays open. */
  working?: boolean
  children: ReactNode
}

/** The buttons at the end of a dialog: Cancel first, the act last. They stay in view while the form scrolls. */
export function DialogButtons({ working = false, children }: Props) {
  useDialogWorking(working)
  return <div className={classes.buttons}>{children}</div>
}
