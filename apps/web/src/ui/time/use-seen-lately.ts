import { isSeenLately } from '@muster/domain/freshness.ts'
import { useNow } from './use-now.ts'

/** True within the freshness limit. Updates as time passes, even without an event. */
export function useSeenLately(lastSeen: string | null): boolean {
  const now = useNow()
  return isSeenLately(lastSeen === null ? null : Date.parse(lastSeen), now)
}
