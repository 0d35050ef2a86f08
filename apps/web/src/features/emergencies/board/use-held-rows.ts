import {
  type PointerEvent,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { type HeldList, holdRows, toFreshList } from './held-rows.ts'

/** Milliseconds for which rows keep their places after the pointer has left the list. */
const afterLeavingMs = 1_000
/** The same after a finger was lifted, which may only be on its way to the next row. */
const afterTouchMs = 4_000
/** Milliseconds in which nobody can have seen that a row took another one's place. */
const unseenMs = 500

/** Tells whether a pointer or finger is in an element, or was a moment ago. Spread `props` on the element. */
export function useHand() {
  const [isIn, setIsIn] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const element = useRef<Element>(undefined)
  const enter = ({ currentTarget }: PointerEvent) => {
    clearTimeout(timer.current)
    element.current = currentTarget
    setIsIn(true)
  }
  const leave = useCallback(({ pointerType }: { pointerType: string }) => {
    clearTimeout(timer.current)
    const ms = pointerType === 'touch' ? afterTouchMs : afterLeavingMs
    timer.current = setTimeout(() => setIsIn(false), ms)
  }, [])
  // If the row under the pointer is removed, the browser reports no `pointerleave`.
  useEffect(() => {
    if (!isIn) return
    const onOver = (event: globalThis.PointerEvent) => {
      if (event.target instanceof Node && !element.current?.contains(event.target)) leave(event)
    }
    document.addEventListener('pointerover', onOver)
    return () => document.removeEventListener('pointerover', onOver)
  }, [isIn, leave])
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    isIn,
    props: { onPointerEnter: enter, onPointerDown: enter, onPointerLeave: leave, onPointerCancel: leave },
  }
}

type Options = {
  isHeld: boolean
  /** Another list, such as one with another filter, is shown at once. */
  listKey: string
  /** True if new rows never wait. */
  bringsNew?: boolean
}

/**
 * Returns the rows in the places in which they are shown: while `isHeld`, nothing moves, and `show` brings what waits. The
 * first rows of an empty list never wait. `latest` must be the same array until the list changes.
 */
export function useHeldRows<Row extends { readonly id: string }>(
  latest: readonly Row[],
  { isHeld, listKey, bringsNew = false }: Options,
): HeldList<Row> & { show: () => void } {
  const [state, setState] = useState({ latest, isHeld, listKey, list: toFreshList(latest) })
  let { list } = state
  if (state.latest !== latest || state.isHeld !== isHeld || state.listKey !== listKey) {
    const isSame = state.listKey === listKey && list.rows.length > 0
    list = isHeld && isSame ? holdRows(list.rows, latest, bringsNew) : toFreshList(latest)
    setState({ latest, isHeld, listKey, list })
  }
  return { ...list, show: () => setState({ latest, isHeld, listKey, list: toFreshList(latest) }) }
}

/** Ignores a press shortly after rows have moved, because it was meant for the row that stood there before. */
export function useMoveGuard(ids: readonly string[]) {
  const shown = useRef(ids)
  const movedAt = useRef(Number.NEGATIVE_INFINITY)
  const isIgnored = useRef(false)
  useLayoutEffect(() => {
    if (shown.current.some((id, index) => ids[index] !== id)) movedAt.current = performance.now()
    shown.current = ids
  }, [ids])
  return {
    onPointerDownCapture: (_: PointerEvent) => {
      isIgnored.current = performance.now() - movedAt.current < unseenMs
    },
    onClickCapture: (event: SyntheticEvent) => {
      if (!isIgnored.current) return
      isIgnored.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
