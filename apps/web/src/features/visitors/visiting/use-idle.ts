import { useEffect, useRef } from 'react'

const inputEvents = ['pointerdown', 'keydown', 'input', 'scroll'] as const

/** Calls `onIdle` once nobody has touched the page for `idleMs`, while `enabled`. */
export function useIdle(idleMs: number, onIdle: () => void, enabled = true): void {
  const latest = useRef(onIdle)
  useEffect(() => {
    latest.current = onIdle
  })
  useEffect(() => {
    if (!enabled) return
    let timer: ReturnType<typeof setTimeout>
    const restart = () => {
      clearTimeout(timer)
      timer = setTimeout(() => latest.current(), idleMs)
    }
    restart()
    for (const name of inputEvents) window.addEventListener(name, restart, { passive: true, capture: true })
    return () => {
      clearTimeout(timer)
      for (const name of inputEvents) window.removeEventListener(name, restart, { capture: true })
    }
  }, [idleMs, enabled])
}
