import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useIsWide } from '../layout/use-screen.ts'
import { DetailPanel } from './detail-panel.tsx'
import classes from './sheet.module.css'
import { useDialogFrame } from './use-dialog-frame.ts'

export type DetailProps = {
  opened: boolean
  onClose: () => void
  title: string
  /** Whose or what details these are, by id: nothing begun with one, as a question, goes over to the next. */
  of: string | undefined
  children: ReactNode
}

/** From here on a title is set smaller: a name of 60 letters takes three lines, not five. */
export const longTitle = 36

/**
 * Details of a row: from 1024 px a panel beside the list, which stays in use; below that a sheet over it. The page keeps it in
 * the address, so Back closes it: `opened` comes from the search parameters, `onClose` removes it there. What opens it wears
 * `useOpensDetails`.
 */
export function DetailDrawer(props: DetailProps) {
  return useIsWide() ? <DetailPanel {...props} /> : <DetailSheet {...props} />
}

function DetailSheet({ opened, onClose, title, of, children }: DetailProps) {
  const { Provider, hold, props } = useDialogFrame(opened)
  return (
    <Drawer
      {...props}
      opened={opened}
      onClose={onClose}
      title={
        <span dir="auto" data-long={title.length > longTitle || undefined}>
          {title}
        </span>
      }
      position="bottom"
      size="auto"
      classNames={{ content: classes.sheet, title: classes.title }}
    >
      <Provider key={of} value={hold}>
        {children}
      </Provider>
    </Drawer>
  )
}
