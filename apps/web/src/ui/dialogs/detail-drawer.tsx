import { Drawer, Stack } from '@mantine/core'
import { useHeldValue } from '../../lib/use-held-value.ts'
import { useIsWideScreen } from '../layout/use-screen.ts'
import { LiveScope } from '../live/live-scope.tsx'
import { DetailPanel } from './detail-panel.tsx'
import { type DetailProps, type FramedDetailProps, longTitleLength } from './detail-props.ts'
import classes from './sheet.module.css'
import { useDialogFrame } from './use-dialog-frame.ts'

/**
 * The details of a row. From 1024 px they are a panel beside the list, which stays usable; below that, a sheet over it. The page
 * keeps the state in the URL, so that Back closes the details: derive `opened` from the search parameters, and clear them in
 * `onClose`. The element that opens the details uses `useOpensDetails`.
 */
export function DetailDrawer(props: DetailProps) {
  const frame = useDialogFrame(props.opened)
  // Switching mounts the content again, which would close a dialog over it and hide the outcome of what is being sent.
  const isWide = useHeldValue(useIsWideScreen(), frame.isBusy)
  return isWide ? <DetailPanel {...props} frame={frame} /> : <DetailSheet {...props} frame={frame} />
}

function DetailSheet({ opened, onClose, title, of, children, frame }: FramedDetailProps) {
  const { Provider, hold, props } = frame
  return (
    <Drawer
      {...props}
      opened={opened}
      onClose={onClose}
      title={
        <span dir="auto" data-long={title.length > longTitleLength || undefined}>
          {title}
        </span>
      }
      position="bottom"
      size="auto"
      classNames={{ content: classes.sheet, title: classes.title }}
    >
      <Provider key={of} value={hold}>
        <Stack gap="md">
          <LiveScope>{children}</LiveScope>
        </Stack>
      </Provider>
    </Drawer>
  )
}
