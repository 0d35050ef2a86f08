import type { FeedEvent } from '@muster/contract/feed.ts'
import type { Sessions } from '../rpc/sessions.ts'

type HotMembers = { forgetUser(userId: string): void; forgetAll(): void }
type HotZones = { forgetZone(zoneId: string): void; forgetAll(): void }

type Deps = { readonly sessions: Sessions; readonly zones: HotZones; readonly members: HotMembers }

/**
 * What this node holds in memory follows the feed: an event drops what it changed. While the feed cannot be followed
 * (`forgetEverything`), nothing held may be trusted.
 */
export function createEventHandlers({ sessions, zones, members }: Deps) {
  return {
    handle(event: FeedEvent): void {
      switch (event.kind) {
        case 'session.revoked':
          sessions.forget(event.sessionId ? { sessionId: event.sessionId } : { userId: event.userId })
          break
        case 'user.changed':
          sessions.forget({ userId: event.userId })
          members.forgetUser(event.userId)
          break
        case 'membership.added':
        case 'membership.changed':
        case 'membership.removed':
          members.forgetUser(event.userId)
          break
        case 'zone.created':
        case 'zone.changed':
        case 'zone.removed':
          zones.forgetZone(event.zoneId)
          break
        case 'presence.changed':
        case 'presence.seen':
        case 'pin.changed':
        case 'session.started':
          break
      }
    },
    forgetEverything(): void {
      sessions.forgetAll()
      zones.forgetAll()
      members.forgetAll()
    },
  }
}
