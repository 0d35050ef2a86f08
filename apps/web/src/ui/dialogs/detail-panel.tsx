import { ActionIcon, Box, CloseButton, Group, Portal } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useEffect, useId, useLayoutEffect, useRef } from 'react'
import { focusHeading } from '../layout/focus-heading.ts'
import { AgeGrey } from '../live/age-grey.tsx'
import { announce } from '../live/live-region.tsx'
import { useNotLive } from '../live/use-not-live.ts'
import classes from './detail-panel.module.css'
import { type DetailProps, longTitle } from './detail-props.ts'
import { openRow, walk } from './detail-rows.ts'
import sheet from './sheet.module.css'
import { useDetailKeys } from './use-detail-keys.ts'
import { useDialogFrame } from './use-dialog-frame.ts'

/**
 * Details beside the list, at the right. No dialog: the focus stays in the list, whose arrow keys go on to the next row, and
 * the details follow. Enter on the open row goes into them, Escape closes them and leads back to the row.
 */
export function DetailPanel({ opened, ...props }: DetailProps) {
  useSpaceBeside(opened)
  return opened ? (
    <Portal>
      <OpenPanel {...props} />
    </Portal>
  ) : null
}

function OpenPanel({ onClose, title, of, children }: Omit<DetailProps, 'opened'>) {
  const { Provider, hold, props } = useDialogFrame(true)
  const titleId = useId()
  // The bar of the page stays in view beside it.
  const notLive = useNotLive()
  const panel = useRef<HTMLElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useDetailKeys({ heading, mayClose: props.closeOnEscape, onClose })
  useFocusBack(of)

  useEffect(() => {
    if (of === undefined) return
    body.current?.scrollTo?.({ top: 0 })
    const active = document.activeElement
    // By its own buttons one goes on without leaving them: what shows now is said.
    if (panel.current?.contains(active)) announce(heading.current?.textContent ?? '')
    // Opened by its address: there is no row that one came from.
    else if (active === document.body || active?.matches('h1'))
      heading.current?.focus({ preventScroll: true })
  }, [of])

  return (
    <section ref={panel} className={classes.panel} aria-labelledby={titleId} data-details data-no-print>
      <div className={classes.head}>
        <Box
          component="h2"
          ref={heading}
          id={titleId}
          tabIndex={-1}
          dir="auto"
          flex="1 1 10rem"
          miw={0}
          py={6}
          fz={title.length > longTitle ? 'md' : 'lg'}
          lh={1.3}
        >
          {title}
        </Box>
        <Group wrap="nowrap" align="stretch" gap={4}>
          <ActionIcon aria-label="Previous in the list" onClick={() => walk('before')}>
            <IconChevronUp size="1.25rem" aria-hidden />
          </ActionIcon>
          <ActionIcon aria-label="Next in the list" onClick={() => walk('after')}>
            <IconChevronDown size="1.25rem" aria-hidden />
          </ActionIcon>
          <CloseButton {...props.closeButtonProps} onClick={onClose} />
        </Group>
      </div>
      <div ref={body} className={classes.body}>
        <Provider key={of} value={hold}>
          <div className={sheet.content}>
            <AgeGrey stale={notLive}>{children}</AgeGrey>
          </div>
        </Provider>
      </div>
    </section>
  )
}

/** The page keeps its distance from the panel: nothing of the list lies under it. */
function useSpaceBeside(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return
    document.documentElement.dataset.detailsOpen = ''
    return () => {
      delete document.documentElement.dataset.detailsOpen
    }
  }, [opened])
}

/**
 * Closed with the focus in it, or in a question over it, the panel gives it to the row it was of; where that is gone, to the page's
 * heading.
 */
function useFocusBack(of: string | undefined): void {
  const row = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another row is open when what shows is another
  useEffect(() => {
    row.current = openRow() ?? null
  }, [of])
  useLayoutEffect(
    () => () => {
      // When the list knows too: a row that was removed is gone from it by then, and so is what had the focus in the panel.
      setTimeout(() => {
        const { activeElement, body } = document
        if (activeElement && activeElement !== body) return
        if (row.current?.isConnected) row.current.focus()
        else focusHeading()
      })
    },
    [],
  )
}
