import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useIsWide } from '../layout/use-screen.ts'
import classes from './sheet.module.css'
import { useDialogFrame } from './use-dialog-frame.ts'

type Props = { opened: boolean; onClose: () => void; title: string; children: ReactNode }

/**
 * Details beside the list: a drawer at the right from 1024 px, below that a sheet. Its page keeps it in the address,
 * so Back closes it: `opened` comes from the search parameters, `onClose` removes it there.
 */
export function DetailDrawer({ opened, onClose, title, children }: Props) {
  const isWide = useIsWide()
  const { Provider, hold, props } = useDialogFrame(opened)
  return (
    <Drawer
      {...props}
      opened={opened}
      onClose={onClose}
      title={<span dir="auto">{title}</span>}
      position={isWide ? 'right' : 'bottom'}
      size={isWide ? 440 : 'auto'}
      classNames={{ content: isWide ? undefined : classes.sheet, title: classes.title }}
    >
      <Provider value={hold}>{children}</Provider>
    </Drawer>
  )
}
