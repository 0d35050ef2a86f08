import { useMemo, useSyncExternalStore } from 'react'
import { useMe } from '../lib/session/use-session.ts'
import { outbox } from './device-outbox.ts'
import type { OutboxEntry } from './outbox-entry.ts'

/** Returns the signed-in person's entries on this device, oldest first: queued, refused, or recently sent late. */
export function useOutbox(): OutboxEntry[] {
  const { userId } = useMe()
  const entries = useSyncExternalStore(outbox.subscribe, outbox.get)
  return useMemo(() => entries.filter(entry => entry.userId === userId), [entries, userId])
}
