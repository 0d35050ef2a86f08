import { useEffect, useState, useSyncExternalStore } from 'react'
import { connectionStore } from '../../lib/connection-store.ts'

/**
 * Grace period in milliseconds: a short reconnect is not worth greying the screen. It does not apply to a device that reports no
 * network.
 */
const graceMs = 2000

const remainingMs = (downSince: number) => graceMs - (Date.now() - downSince)

/** True if the feed has been down for a moment, so that the data may be outdated. A page opened meanwhile gets true at once. */
export function useNotLive(): boolean {
  const { downSince, state } = useSyncExternalStore(connectionStore.subscribe, connectionStore.get)
  const [lateSince, setLateSince] = useState<number>()
  useEffect(() => {
    if (downSince === undefined) return
    const timer = setTimeout(() => setLateSince(downSince), remainingMs(downSince))
    return () => clearTimeout(timer)
  }, [downSince])
  if (state === 'offline') return true
  return downSince !== undefined && (lateSince === downSince || remainingMs(downSince) <= 0)
}
