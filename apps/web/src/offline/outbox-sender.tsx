import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { sendWaitingMessage, type WorkerMessage } from '../installed/worker-messages.ts'
import { connectionStore } from '../lib/connection-store.ts'
import { retryDelay } from '../lib/query-client.ts'
import { entryNews } from '../lib/session/entry-news.ts'
import { useSelectedZone } from '../lib/session/use-selected-zone.ts'
import { useMe } from '../lib/session/use-session.ts'
import { outbox } from './device-outbox.ts'
import { isWaiting } from './outbox-entry.ts'
import { useOutbox } from './use-outbox.ts'
import { useSendOutbox } from './use-send-outbox.ts'

/**
 * Sends queued entries on start, when the app is visible again, when the network or the feed is back, and after zone entry. While
 * entries remain, retries after 1, 2, 4 … 30 seconds. A device may report the network too early, so each of these events resets the
 * delay to a second. Mount it once, inside the feed.
 */
export function OutboxSender() {
  const client = useQueryClient()
  const { userId } = useMe()
  const send = useSendOutbox()
  const isLive = useSyncExternalStore(connectionStore.subscribe, () => connectionStore.get().state === 'live')
  const { availableZones } = useSelectedZone()
  const zoneEntriesKey = availableZones.map(({ id, entryExpiresAt }) => `${id} ${entryExpiresAt}`).join()
  const hasWaitingEntries = useOutbox().some(isWaiting)

  useEffect(() => void outbox.tidy(userId), [userId])
  // The service worker is notified that the network is back, and asks the visible page to send the queued entries.
  useEffect(() => followWorker(() => void send()), [send])
  useEffect(
    () =>
      outbox.onSent((entry, answer) => outbox.kind(entry.kind)?.onSentLate?.(client, entry.payload, answer)),
    [client],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of any of these is a reason to send
  useEffect(() => {
    void send()
  }, [send, isLive, zoneEntriesKey])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of any of these resets the delay
  useEffect(() => {
    if (!hasWaitingEntries) return
    let attempts = 0
    let timer: ReturnType<typeof setTimeout>
    const scheduleRetry = () => {
      timer = setTimeout(() => {
        attempts += 1
        void send()
        scheduleRetry()
      }, retryDelay(attempts))
    }
    const sendNow = () => {
      clearTimeout(timer)
      attempts = 0
      void send()
      scheduleRetry()
    }
    const sendWhenVisible = () => {
      if (document.visibilityState === 'visible') sendNow()
    }
    scheduleRetry()
    window.addEventListener('online', sendNow)
    document.addEventListener('visibilitychange', sendWhenVisible)
    const unsubscribe = entryNews.subscribe(sendNow)
    return () => {
      window.removeEventListener('online', sendNow)
      document.removeEventListener('visibilitychange', sendWhenVisible)
      unsubscribe()
      clearTimeout(timer)
    }
  }, [send, hasWaitingEntries, isLive, zoneEntriesKey])
  return null
}

/** Tells it when the network is back; calls `send` when it asks for the entries. Returns a function that stops both. */
function followWorker(send: () => void): () => void {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined
  const handleOnline = () => {
    const message: WorkerMessage = { type: 'SYNC_DATA' }
    void container?.getRegistration().then(registration => registration?.active?.postMessage(message))
  }
  const handleMessage = ({ data }: MessageEvent) => {
    if (data === sendWaitingMessage) send()
  }
  window.addEventListener('online', handleOnline)
  container?.addEventListener?.('message', handleMessage)
  return () => {
    window.removeEventListener('online', handleOnline)
    container?.removeEventListener?.('message', handleMessage)
  }
}
