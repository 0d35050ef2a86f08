import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { connectionStore } from '../lib/connection-store.ts'
import { entryNews } from '../lib/session/entry-news.ts'
import { useSelectedZone } from '../lib/session/use-selected-zone.ts'
import { useMe } from '../lib/session/use-session.ts'
import { outbox } from './device-outbox.ts'
import { useWaitingCount } from './use-outbox.ts'
import { useSendOutbox } from './use-send-outbox.ts'

/** How long after a try that ended in the way the next one is made, in milliseconds. */
const againMs = 30_000

/**
 * Sends what waits: when the app starts, when the device or the feed is back, when a zone was entered, and now and then
 * while something waits. Mounted once, in the feed.
 */
export function OutboxSender() {
  const client = useQueryClient()
  const { userId } = useMe()
  const send = useSendOutbox()
  const isLive = useSyncExternalStore(connectionStore.subscribe, () => connectionStore.get().state === 'live')
  const { availableZones } = useSelectedZone()
  const entered = availableZones.map(({ id, entryExpiresAt }) => `${id} ${entryExpiresAt}`).join()
  const waiting = useWaitingCount() > 0

  useEffect(() => void outbox.tidy(userId), [userId])
  useEffect(
    () =>
      outbox.onSent((entry, answer) => outbox.kind(entry.kind)?.onSentLate?.(client, entry.payload, answer)),
    [client],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these is a reason to try
  useEffect(() => {
    void send()
  }, [send, isLive, entered])
  useEffect(() => {
    const again = () => void send()
    window.addEventListener('online', again)
    const leave = entryNews.subscribe(again)
    const timer = waiting ? setInterval(again, againMs) : undefined
    return () => {
      window.removeEventListener('online', again)
      leave()
      clearInterval(timer)
    }
  }, [send, waiting])
  return null
}
