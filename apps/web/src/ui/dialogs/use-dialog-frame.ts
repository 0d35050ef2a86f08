import {
  createContext,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { focusHeading } from '../layout/focus-heading.ts'
import { useBackCloses } from './use-back-closes.ts'

/** The dialogs and drawers that are open, the last one on top. */
let open: readonly symbol[] = []
const listeners = new Set<() => void>()

function setOpen(next: readonly symbol[]): void {
  open = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether this dialog is the topmost of those that are open: only that one answers Escape. */
function useIsTopmost(opened: boolean): boolean {
  const [self] = useState(() => Symbol('dialog'))
  useEffect(() => {
    if (!opened) return
    setOpen([...open, self])
    return () => setOpen(open.filter(one => one !== self))
  }, [opened, self])
  return useSyncExternalStore(subscribe, () => open.at(-1) === self)
}

const Working = createContext<(working: boolean) => void>(() => undefined)

/**
 * Behaviour that all dialogs and drawers share: only the topmost closes with Escape, none closes while something in it is
 * being sent (`useDialogWorking`), and the focus never ends up nowhere. Wrap the content in `Provider value={hold}`. Back calls
 * `onBack`; leave it out where the address keeps the dialog, because Back closes that one anyway.
 */
export function useDialogFrame(opened: boolean, onBack?: () => void) {
  const isTopmost = useIsTopmost(opened)
  const [working, hold] = useState(false)
  useBackCloses(opened && onBack !== undefined, () => {
    if (!working) onBack?.()
  })
  const opener = useRef<Element | null>(null)
  // Before the dialog takes the focus, which later effects come too late for where much was drawn.
  useLayoutEffect(() => {
    if (opened) opener.current = document.activeElement
  }, [opened])
  return {
    hold,
    Provider: Working.Provider,
    props: {
      closeOnEscape: isTopmost && !working,
      closeOnClickOutside: !working,
      closeButtonProps: { 'aria-label': 'Close', disabled: working },
      onExitTransitionEnd: () => rescueFocus(opener.current),
    },
  }
}

/** Keeps the dialog around open while `working`: a stray tap must not hide how the act ended. */
export function useDialogWorking(working: boolean): void {
  const hold = useContext(Working)
  useEffect(() => {
    hold(working)
    return () => hold(false)
  }, [hold, working])
}

/**
 * The focus goes back to what opened a dialog; the component library may have taken a button of the dialog for that. Where it
 * is gone, as the card of somebody removed, it goes to the page's heading.
 */
function rescueFocus(opener: Element | null): void {
  const isNowhere = () => !document.activeElement || document.activeElement === document.body
  if (isNowhere() && opener instanceof HTMLElement) opener.focus({ preventScroll: true })
  if (isNowhere()) focusHeading()
}
