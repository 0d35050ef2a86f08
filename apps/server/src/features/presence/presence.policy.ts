import { mayInZone } from '@muster/domain/zone-permission.ts'
import type { ActorZone, SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'

/** What a permission alone does not say about seeing presence. Throws the typed refusal. */
export const presencePolicy = {
  /** One's own presence is nobody's secret from oneself. */
  viewPerson(zone: ActorZone, actor: SignedInActor, userId: string): void {
    if (userId.toLowerCase() !== actor.userId && !mayInZone(zone, 'view_attendance')) throw fail('FORBIDDEN')
  },
}
