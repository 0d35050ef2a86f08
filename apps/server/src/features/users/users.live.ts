import type { FeedEvent } from '@muster/contract/feed.ts'
import { can } from '@muster/domain/permission.ts'
import type { Role } from '@muster/domain/role.ts'

export type MembershipEvent = Extract<
  FeedEvent,
  {
    kind: 'user.changed' | 'pin.changed' | 'membership.added' | 'membership.changed' | 'membership.removed'
  }
>

/** Who belongs to a zone, and how they are, is for those who see its users; one's own membership is always one's own. */
export function maySeeMembership(role: Role | null, userId: string, event: MembershipEvent): boolean {
  return event.userId === userId || (role !== null && can(role, 'view_zone_users'))
}
