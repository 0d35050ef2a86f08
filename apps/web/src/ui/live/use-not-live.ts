import { useEffect, useState, useSyncExternalStore } from 'react'
import { connectionStore } from '../../lib/connection-store.ts'

/** Milliseconds: a short reconnect is not worth greying out the screen. Does not apply if the device reports no network. */
const gracePeriodMs = 2000

const remainingMs = (downSince: number) => gracePeriodMs - (Date.now() - downSince)

/** True after the grace period, or without a network. A page opened after the grace period gets true immediately. */
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
