import { t } from '@lingui/core/macro'
import {
  createContext,
  type SyntheticEvent,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { focusHeading } from '../layout/focus-heading.ts'
import { useBackCloses } from './use-back-closes.ts'

/** The open dialogs and drawers, with the topmost last. */
let openDialogs: readonly symbol[] = []
const listeners = new Set<() => void>()

function setOpenDialogs(next: readonly symbol[]): void {
  openDialogs = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** True if this is the topmost open dialog, the only one that handles Escape. */
function useIsTopmost(opened: boolean): boolean {
  const [dialogId] = useState(() => Symbol('dialog'))
  useEffect(() => {
    if (!opened) return
    setOpenDialogs([...openDialogs, dialogId])
    return () => setOpenDialogs(openDialogs.filter(id => id !== dialogId))
  }, [opened, dialogId])
  return useSyncExternalStore(subscribe, () => openDialogs.at(-1) === dialogId)
}

const WorkingContext = createContext<(working: boolean) => void>(() => undefined)

/**
 * Provides the behaviour of all dialogs and drawers: only the topmost closes with Escape, none closes while something in it is
 * being sent (`useDialogWorking`), and the focus is never lost. Wrap the content in `Provider value={hold}`. Back calls `onBack`;
 * omit it if the URL contains the dialog's state, because Back then closes it anyway.
 */
export function useDialogFrame(opened: boolean, onBack?: () => void) {
  const isTopmost = useIsTopmost(opened)
  const [isWorking, setIsWorking] = useState(false)
  useBackCloses(opened && onBack !== undefined, () => {
    if (!isWorking) onBack?.()
  })
  const opener = useRef<Element | null>(null)
  // A layout effect, so that it runs before the dialog takes the focus; with much content, later effects would run too late.
  useLayoutEffect(() => {
    if (opened) opener.current = document.activeElement
  }, [opened])
  return {
    /** True while another dialog is open over this one, or something in it is being sent. */
    isBusy: opened && (!isTopmost || isWorking),
    hold: setIsWorking,
    Provider: WorkingContext.Provider,
    props: {
      closeOnEscape: isTopmost && !isWorking,
      closeOnClickOutside: !isWorking,
      onSubmit: stopSubmit,
      closeButtonProps: { 'aria-label': t`Close`, disabled: isWorking },
      onExitTransitionEnd: () => rescueFocus(opener.current),
    },
  }
}

/** React passes events of a dialog on to the component that renders it, where the submit of its form would send another form. */
const stopSubmit = (event: SyntheticEvent) => event.stopPropagation()

export type DialogFrame = ReturnType<typeof useDialogFrame>

/** Keeps the surrounding dialog open while `working`, because a stray tap must not hide the outcome. */
export function useDialogWorking(working: boolean): void {
  const setWorking = useContext(WorkingContext)
  useEffect(() => {
    setWorking(working)
    return () => setWorking(false)
  }, [setWorking, working])
}

/** The library may have recorded a button inside the dialog. If the opener is gone, the page's heading takes the focus. */
function rescueFocus(opener: Element | null): void {
  const isFocusLost = () => !document.activeElement || document.activeElement === document.body
  if (isFocusLost() && opener instanceof HTMLElement) opener.focus({ preventScroll: true })
  if (isFocusLost()) focusHeading()
}
