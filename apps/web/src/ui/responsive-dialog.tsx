import { Drawer, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './sheet.module.css'
import { useOpened } from './use-opened.ts'
import { useIsPhone } from './use-screen.ts'

type Props = {
  opened: boolean
  onClose: () => void
  title: string
  /** Width in pixels from 640 px on. */
  width?: number
  /** False while something is being saved that a stray tap must not interrupt. */
  closable?: boolean
  children: ReactNode
}

/**
 * A dialog in the middle of the screen; under 640 px a sheet from below, within reach of the thumb. Escape closes,
 * the focus stays inside and returns where it came from.
 */
export function ResponsiveDialog({ opened, onClose, title, width = 480, closable = true, children }: Props) {
  const isPhone = useIsPhone()
  const common = {
    opened: useOpened(opened),
    onClose,
    title,
    closeOnEscape: closable,
    closeOnClickOutside: closable,
    withCloseButton: closable,
    closeButtonProps: { 'aria-label': 'Close' },
  }
  if (isPhone) {
    return (
      <Drawer
        {...common}
        position="bottom"
        size="auto"
        classNames={{ content: classes.sheet, title: classes.title }}
      >
        {children}
      </Drawer>
    )
  }
  return (
    <Modal {...common} size={width} radius="lg" classNames={{ title: classes.title }}>
      {children}
    </Modal>
  )
}
