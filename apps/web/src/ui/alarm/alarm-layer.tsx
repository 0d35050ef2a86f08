import { useFocusTrap, useMergedRef } from '@mantine/hooks'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useDialogFrame } from '../dialogs/use-dialog-frame.ts'
import classes from './alarm.module.css'

/** Events by which dialogs, menus and the page below notice a press outside of them, a key, or scrolling that they prevent. */
const blockedEvents = ['pointerdown', 'mousedown', 'touchstart', 'touchmove', 'wheel'] as const

type Props = {
  label: string
  /** Called by Back; the page below and what is open on it stay as they are. */
  onBack?: (() => void) | undefined
  children: ReactNode
}

/** The element that had the focus before the first open alarm. */
let focusBefore: Element | null | undefined
let openLayers = 0

/** Uses the browser’s top layer, which no z-index reaches. What is open below stays as it was, and has the focus again afterwards. */
export function AlarmLayer({ label, onBack, children }: Props) {
  const layer = useRef<HTMLDivElement>(null)
  const ref = useMergedRef(layer, useFocusTrap())
  // Registers as the topmost dialog, so that Escape closes none below.
  useDialogFrame(true, onBack)
  useShownOnTop(layer)
  useReturnedFocus()
  return createPortal(
    <div
      ref={ref}
      className={classes.layer}
      data-no-print
      popover="manual"
      role="alertdialog"
      aria-modal
      aria-label={label}
      tabIndex={-1}
    >
      {children}
    </div>,
    document.body,
  )
}

function useShownOnTop(layer: React.RefObject<HTMLDivElement | null>) {
  useLayoutEffect(() => {
    const element = layer.current
    if (!element) return
    element.showPopover?.()
    const hold = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.key !== 'Tab') event.stopPropagation()
    }
    // A pressed button that becomes disabled loses the focus to the page below, whose keys would work unseen.
    const takeBack = (event: KeyboardEvent) => {
      if (event.target instanceof Node && element.contains(event.target)) return
      event.stopPropagation()
      if (event.key === 'Tab') event.preventDefault()
      element.focus()
    }
    const events = [...blockedEvents, 'keydown', 'keyup'] as const
    for (const name of events) element.addEventListener(name, hold, { passive: true })
    document.addEventListener('keydown', takeBack, { capture: true })
    const stopFollowing = followVisibleScreen(element)
    return () => {
      document.removeEventListener('keydown', takeBack, { capture: true })
      for (const name of events) element.removeEventListener(name, hold)
      stopFollowing()
      element.hidePopover?.()
    }
  }, [layer])
}

/** Keeps an element on the part of the screen that the keyboard leaves. A page that is zoomed by pinching does not count. */
function followVisibleScreen({ style }: HTMLElement): () => void {
  const { visualViewport } = window
  if (!visualViewport) return () => undefined
  const follow = () => {
    const isZoomed = visualViewport.scale > 1.01
    style.setProperty('--visible-height', isZoomed ? '100dvh' : `${visualViewport.height}px`)
    style.setProperty('--visible-top', isZoomed ? '0px' : `${visualViewport.offsetTop}px`)
  }
  follow()
  visualViewport.addEventListener('resize', follow)
  visualViewport.addEventListener('scroll', follow)
  return () => {
    visualViewport.removeEventListener('resize', follow)
    visualViewport.removeEventListener('scroll', follow)
  }
}

/** Gives the focus back to the field or control that had it or, if there was none, to the line into which the alarm has folded. */
function useReturnedFocus() {
  useEffect(() => {
    if (openLayers++ === 0) focusBefore ??= document.activeElement
    return () => {
      openLayers--
      setTimeout(() => {
        if (openLayers > 0) return
        const before = focusBefore
        focusBefore = undefined
        if (document.activeElement && document.activeElement !== document.body) return
        const hadFocus = before instanceof HTMLElement && before !== document.body && before.isConnected
        const target = hadFocus ? before : document.querySelector<HTMLElement>('[data-folded-alarm]')
        target?.focus({ preventScroll: true })
      })
    }
  }, [])
}
