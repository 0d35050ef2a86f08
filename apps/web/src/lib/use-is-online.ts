import { useSyncExternalStore } from 'react'

function subscribe(onChange: () => void) {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}

/** Whether the device has a network. Right from the first render, so that no page says for a moment that something failed. */
export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)
