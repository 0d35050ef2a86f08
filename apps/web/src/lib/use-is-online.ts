import { useSyncExternalStore } from 'react'

function subscribe(onChange: () => void) {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}

/** True if the device reports a network. Correct from the first render, so that no page briefly shows a failure. */
export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)
