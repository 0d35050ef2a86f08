import { useMemo, useSyncExternalStore } from 'react'
import { useMe } from '../lib/session/use-session.ts'
import { outbox } from './device-outbox.ts'
import type { OutboxEntry } from './outbox-entry.ts'

/** What of the signed-in person is on this device, the oldest first: waiting, refused, or arrived late a while ago. */
export function useOutbox(): OutboxEntry[] {
  const { userId } = useMe()
  const entries = useSyncExternalStore(outbox.subscribe, outbox.get)
  return useMemo(() => entries.filter(entry => entry.userId === userId), [entries, userId])
}

/** How many of them still wait to be sent. */
