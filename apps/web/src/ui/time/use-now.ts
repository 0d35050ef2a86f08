import { useSyncExternalStore } from 'react'

/** Provides the current time. While there are listeners, it is updated every `stepMs` and whenever the page is shown or hidden. */
function createClock(stepMs: number) {
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setInterval> | undefined
  let now = Date.now()

  const tick = () => {
    now = Date.now()
    for (const listener of listeners) listener()
  }
  return {
    now: () => now,
    subscribe(listener: () => void) {
      listeners.add(listener)
      if (timer === undefined) {
        now = Date.now()
        timer = setInterval(tick, stepMs)
        document.addEventListener('visibilitychange', tick)
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearInterval(timer)
        timer = undefined
        document.removeEventListener('visibilitychange', tick)
      }
    },
  }
}

const slowClock = createClock(15_000)
const fastClock = createClock(1000)

/** Milliseconds, updated every 15 s or, with `bySeconds`, every second. Callers share a timer; only they re-render. */
export function useNow(bySeconds = false): number {
  const clock = bySeconds ? fastClock : slowClock
  return useSyncExternalStore(clock.subscribe, clock.now)
}
