import { useEffect, useState, useSyncExternalStore } from 'react'
import { connectionStore } from '../../lib/connection-store.ts'

/** A short reconnect is not worth greying the screen, in milliseconds. A device that says it has no network is no reconnect. */
const graceMs = 2000

const restOf = (downSince: number) => graceMs - (Date.now() - downSince)

/**
 * Whether the feed has been down for a moment, so that what one sees may be old. A page opened meanwhile knows it at once.
 */
export function useNotLive(): boolean {
  const { downSince, state } = useSyncExternalStore(connectionStore.subscribe, connectionStore.get)
  const [lateSince, setLateSince] = useState<number>()
  useEffect(() => {
    if (downSince === undefined) return
    const timer = setTimeout(() => setLateSince(downSince), restOf(downSince))
    return () => clearTimeout(timer)
  }, [downSince])
  if (state === 'offline') return true
  return downSince !== undefined && (lateSince === downSince || restOf(downSince) <= 0)
}
