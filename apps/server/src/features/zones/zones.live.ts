import type { FeedEvent } from '@muster/contract/feed.ts'
import { can } from '@muster/domain/permission.ts'
import type { Role } from '@muster/domain/role.ts'

export type ZoneEvent = Extract<FeedEvent, { kind: 'zone.created' | 'zone.changed' | 'zone.removed' }>

/** Whoever may follow the topic of a zone may know that the zone itself changed. */
export function maySeeZone(role: Role | null, _event: ZoneEvent): boolean {
  return role !== null && can(role, 'view_zones')
}
