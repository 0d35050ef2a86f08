import { useEffect, useRef, useState } from 'react'

const inputEvents = ['pointerdown', 'keydown', 'input', 'scroll'] as const

type Options = {
  enabled: boolean
  /** For how many milliseconds before the end to warn; 0 for no warning. */
  warnMs: number
}

/** Returns true in the last `warnMs`, until somebody touches the page. */
export function useIdle(idleMs: number, onIdle: () => void, { enabled, warnMs }: Options): boolean {
  const [isWarning, setIsWarning] = useState(false)
  const latest = useRef(onIdle)
  useEffect(() => {
    latest.current = onIdle
  })
  useEffect(() => {
    if (!enabled) return
    let timers: ReturnType<typeof setTimeout>[] = []
    const stop = () => {
      for (const timer of timers) clearTimeout(timer)
      setIsWarning(false)
    }
    const restart = () => {
      stop()
      timers = [setTimeout(() => latest.current(), idleMs)]
      if (warnMs > 0) timers.push(setTimeout(() => setIsWarning(true), idleMs - warnMs))
    }
    restart()
    for (const name of inputEvents) window.addEventListener(name, restart, { passive: true, capture: true })
    return () => {
      stop()
      for (const name of inputEvents) window.removeEventListener(name, restart, { capture: true })
    }
  }, [idleMs, warnMs, enabled])
  return isWarning
}
