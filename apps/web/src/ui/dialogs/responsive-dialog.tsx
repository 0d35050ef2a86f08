import { Drawer, Modal } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useHeldValue } from '../../lib/use-held-value.ts'
import { useIsPhone } from '../layout/use-screen.ts'
import { OverPage } from '../live/over-page.tsx'
import classes from './sheet.module.css'
import { useDialogFrame } from './use-dialog-frame.ts'

type Props = {
  opened: boolean
  onClose: () => void
  title: string
  /** Width in pixels on screens of at least 640 px. */
  width?: number
  /** False while the dialog shows something that cannot be shown again. */
  closesOnTapOutside?: boolean
  /** True if the page keeps the open state in its URL, so that Back already closes the dialog. */
  keptInAddress?: boolean
  children: ReactNode
}

/** A bottom sheet within reach of the thumb under 640 px. The focus stays inside, and then returns to where it was. */
export function ResponsiveDialog({
  opened,
  onClose,
  title,
  width = 480,
  closesOnTapOutside = true,
  keptInAddress = false,
  children,
}: Props) {
  const isShown = useOpened(opened)
  // Turning the phone must not replace the open dialog, because its content would be mounted again and lose what was typed.
  const isPhone = useHeldValue(useIsPhone(), isShown)
  const { Provider, hold, props } = useDialogFrame(isShown, keptInAddress ? undefined : onClose)
  const closeOnClickOutside = props.closeOnClickOutside && closesOnTapOutside
  const commonProps = {
    ...props,
    closeOnClickOutside,
    opened: isShown,
    onClose,
    title: <span dir="auto">{title}</span>,
  }
  const content = (
    <Provider value={hold}>
      <OverPage>{children}</OverPage>
    </Provider>
  )
  if (isPhone) {
    return (
      <Drawer
        {...commonProps}
        position="bottom"
        size="auto"
        classNames={{ content: `${classes.sheet} ${classes.dialog}`, title: classes.title }}
      >
        {content}
      </Drawer>
    )
  }
  return (
    <Modal
      {...commonProps}
      size={width}
      radius="lg"
      classNames={{ inner: classes.around, content: classes.dialog, title: classes.title }}
    >
      {content}
    </Modal>
  )
}

/**
 * Returns `opened`, but becomes true one render later. The component library records the focused element when a dialog goes from
 * closed to open; for a dialog that is mounted open, it could not restore the focus.
 */
function useOpened(opened: boolean): boolean {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => setIsShown(opened), [opened])
  return isShown && opened
}
