import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { connectionStore } from '../lib/connection-store.ts'
import { useNow } from '../ui/time/use-now.ts'
import { features } from './features.ts'

/** Days begin at a multiple of this (ms) in every time zone. */
const intervalMs = 15 * 60_000
const keys = features.flatMap(({ refetchByClock }) => refetchByClock ?? [])

/** A day begins without an event. Waits while the page is hidden or not live, and then refetches once. */
export function RefetchByClock() {
  const client = useQueryClient()
  const interval = Math.floor(useNow() / intervalMs)
  const { state } = useSyncExternalStore(connectionStore.subscribe, connectionStore.get)
  const canRefetch = state === 'live' && document.visibilityState === 'visible'
  const lastInterval = useRef(interval)
  useEffect(() => {
    if (!canRefetch || interval === lastInterval.current) return
    lastInterval.current = interval
    for (const queryKey of keys) void client.invalidateQueries({ queryKey })
  }, [client, interval, canRefetch])
  return null
}
