import { Drawer } from '@mantine/core'
import { useIsWideScreen } from '../layout/use-screen.ts'
import { LiveScope } from '../live/live-scope.tsx'
import { DetailPanel } from './detail-panel.tsx'
import { type DetailProps, longTitleLength } from './detail-props.ts'
import classes from './sheet.module.css'
import { useDialogFrame } from './use-dialog-frame.ts'

/**
 * The details of a row. From 1024 px they are a panel beside the list, which stays usable; below that, a sheet over it. The page
 * keeps the state in the URL, so that Back closes the details: derive `opened` from the search parameters, and clear them in
 * `onClose`. The element that opens the details uses `useOpensDetails`.
 */
export function DetailDrawer(props: DetailProps) {
  const isWide = useIsWideScreen()
  return isWide ? <DetailPanel {...props} /> : <DetailSheet {...props} />
}

function DetailSheet({ opened, onClose, title, of, children }: DetailProps) {
  const { Provider, hold, props } = useDialogFrame(opened)
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
        <div className={classes.content}>
          <LiveScope>{children}</LiveScope>
        </div>
      </Provider>
    </Drawer>
  )
}
