import { mayInZone } from '@muster/domain/zone-permission.ts'
import type { ActorZone, SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'

/** Rules for viewing presence that go beyond permissions. They throw FORBIDDEN. */
export const presencePolicy = {
  /** People always see their own presence. */
  viewPerson(zone: ActorZone, actor: SignedInActor, userId: string): void {
    if (userId.toLowerCase() !== actor.userId && !mayInZone(zone, 'view_attendance')) throw fail('FORBIDDEN')
  },
}
