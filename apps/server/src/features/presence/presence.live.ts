import type { FeedEvent } from '@muster/contract/feed.ts'
import { can } from '@muster/domain/permission.ts'
import type { Role } from '@muster/domain/role.ts'

export type PresenceEvent = Extract<FeedEvent, { kind: 'presence.changed' | 'presence.seen' }>

/**
 * Whether the person may receive the event. `role` is their effective role in the zone of the event, null when they have
 * none there. The presence of others is for those who watch the zone; one's own is always one's own.
 */
export function maySeePresence(role: Role | null, userId: string, event: PresenceEvent): boolean {
  if (role !== null && can(role, 'view_attendance')) return true
  return event.kind === 'presence.changed'
    ? event.userId === userId
    : event.seen.every(it => it.userId === userId)
}
