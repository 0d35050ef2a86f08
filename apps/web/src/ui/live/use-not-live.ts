import { useEffect, useState, useSyncExternalStore } from 'react'
import { connectionStore } from '../../lib/connection-store.ts'

/**
 * Grace period in milliseconds: a short reconnect is not worth greying out the screen. Does not apply if the device reports that it
 * has no network.
 */
const gracePeriodMs = 2000

const remainingMs = (downSince: number) => gracePeriodMs - (Date.now() - downSince)

/**
 * True if the feed has been down for longer than the grace period or the device reports that it has no network, so that the data
 * may be outdated. A page opened after the grace period gets true immediately.
 */
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
