import { t } from '@lingui/core/macro'
import { Box, CloseButton, Group, Portal, Stack } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useEffect, useId, useLayoutEffect, useRef } from 'react'
import { ActionIcon } from '../action-icon.tsx'
import { focusHeading } from '../layout/focus-heading.ts'
import { AgeGrey } from '../live/age-grey.tsx'
import { announce } from '../live/live-region.tsx'
import { useNotLive } from '../live/use-not-live.ts'
import classes from './detail-panel.module.css'
import { type FramedDetailProps, longTitleLength } from './detail-props.ts'
import { findOpenRow, openAdjacentRow } from './detail-rows.ts'
import { useDetailKeys } from './use-detail-keys.ts'

/**
 * Shows the details to the right of the list. The panel is not a dialog: the focus stays in the list, whose arrow keys move to the
 * next row, and the details follow. Enter on the open row moves the focus into the details; Escape closes them and returns to the
 * row.
 */
export function DetailPanel({ opened, ...props }: FramedDetailProps) {
  useReservedSideSpace(opened)
  return opened ? (
    <Portal>
      <OpenPanel {...props} />
    </Portal>
  ) : null
}

function OpenPanel({ onClose, title, of, children, frame }: Omit<FramedDetailProps, 'opened'>) {
  const { Provider, hold, props } = frame
  const titleId = useId()
  // The page's not-live bar stays visible beside the panel, so the panel only greys out its content.
  const isNotLive = useNotLive()
  const panelRef = useRef<HTMLElement>(null)
  const bodyRef = useRef<HTMLDivElement>(null)
  const headingRef = useRef<HTMLHeadingElement>(null)
  useDetailKeys({ heading: headingRef, mayClose: props.closeOnEscape, onClose })
  useFocusRestore(of)

  useEffect(() => {
    if (of === undefined) return
    bodyRef.current?.scrollTo?.({ top: 0 })
    const activeElement = document.activeElement
    // The panel's own buttons keep the focus in the panel, so the new content has to be announced.
    if (panelRef.current?.contains(activeElement)) announce(headingRef.current?.textContent ?? '')
    // The details were opened by their URL, so no row had the focus before.
    else if (activeElement === document.body || activeElement?.matches('h1'))
      headingRef.current?.focus({ preventScroll: true })
  }, [of])

  return (
    <section ref={panelRef} className={classes.panel} aria-labelledby={titleId} data-details data-no-print>
      <div className={classes.head}>
        <Box
          component="h2"
          ref={headingRef}
          id={titleId}
          tabIndex={-1}
          dir="auto"
          flex="1 1 10rem"
          miw={0}
          py={6}
          fz={title.length > longTitleLength ? 'md' : 'lg'}
          lh={1.3}
        >
          {title}
        </Box>
        <Group wrap="nowrap" align="stretch" gap={4}>
          <ActionIcon
            icon={IconChevronUp}
            aria-label={t`Previous in the list`}
            onClick={() => openAdjacentRow('before')}
          />
          <ActionIcon
            icon={IconChevronDown}
            aria-label={t`Next in the list`}
            onClick={() => openAdjacentRow('after')}
          />
          <CloseButton {...props.closeButtonProps} onClick={onClose} />
        </Group>
      </div>
      <div ref={bodyRef} className={classes.body}>
        <Provider key={of} value={hold}>
          <Stack gap="md">
            <AgeGrey stale={isNotLive}>{children}</AgeGrey>
          </Stack>
        </Provider>
      </div>
    </section>
  )
}

/** Reserves the width of the panel on the page, so that it does not cover the list. */
function useReservedSideSpace(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return
    document.documentElement.dataset.detailsOpen = ''
    return () => {
      delete document.documentElement.dataset.detailsOpen
    }
  }, [opened])
}

/** Focuses the row if the focus was in the panel or a dialog over it. If the row is gone, focuses the page's heading. */
function useFocusRestore(of: string | undefined): void {
  const rowRef = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another item is shown, another row is open
  useEffect(() => {
    rowRef.current = findOpenRow() ?? null
  }, [of])
  useLayoutEffect(
    () => () => {
      // Runs after the list has updated: by then a removed row is gone, and so is the panel's focused element.
      setTimeout(() => {
        const { activeElement, body } = document
        if (activeElement && activeElement !== body) return
        if (rowRef.current?.isConnected) rowRef.current.focus()
        else focusHeading()
      })
    },
    [],
  )
}
