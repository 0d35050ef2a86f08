import { contract } from '@muster/contract/contract.ts'
import { effectiveRole, isInternalAdmin, needsPin, type ZoneRole } from '@muster/domain/role.ts'
import { implement, os } from '@orpc/server'
import type { InZoneContext, RequestContext, SignedInContext } from './context.ts'
import { fail } from './fail.ts'

/** The contract, to be answered procedure by procedure: `api.zones.mine.use(signedIn).handler(…)`. */
export const api = implement(contract).$context<RequestContext>()

/** Lets in who carries the token of a living session of an active user; adds `actor`. */
export const signedIn = os.$context<RequestContext>().middleware(async ({ context, next }) => {
  const { token } = context
  const session = token ? await context.sessions.resolve(token) : null
  if (!token || !session) throw fail('UNAUTHORIZED')
  const { sessionId, userId, role, email } = session
  return next({ context: { actor: { sessionId, userId, role, email }, token } })
})

/**
 * Lets in who belongs to the zone of the input, or sees all zones; adds `zone`. A zone one does not belong to and a
 * zone that does not exist answer alike.
 */
export const inZoneWithoutPin = os
  .$context<SignedInContext>()
  .middleware(async ({ context, next }, input: { zoneId: string }) => {
    const { entered: _, ...zone } = await readActorZone(context, input.zoneId)
    return next({ context: { zone } })
  })

/** The same, and where the person's role there needs the PIN, it must have been entered in this session. */
export const inZone = os
  .$context<SignedInContext>()
  .middleware(async ({ context, next }, input: { zoneId: string }) => {
    const { entered, ...zone } = await readActorZone(context, input.zoneId)
    if (needsPin(zone.role) && !entered) throw fail('ZONE_ENTRY_REQUIRED')
    return next({ context: { zone } })
  })

async function readActorZone(
  { db, actor }: SignedInContext,
  zoneId: string,
): Promise<InZoneContext['zone'] & { entered: boolean }> {
  const row = await db.asActor(actor, tx =>
    tx
      .selectFrom('zones as z')
      .leftJoin('zone_assignments as a', join =>
        join.onRef('a.zone_id', '=', 'z.id').on('a.user_id', '=', actor.userId),
      )
      .leftJoin('zone_entries as e', join =>
        join
          .onRef('e.zone_id', '=', 'z.id')
          .on('e.session_id', '=', actor.sessionId)
          .on('e.expires_at', '>', new Date()),
      )
      .select(['z.id', 'z.status', 'a.role as zoneRole', 'e.session_id as entry'])
      .where('z.id', '=', zoneId)
      .executeTakeFirst(),
  )
  if (!row || (row.zoneRole === null && !isInternalAdmin(actor.role))) throw fail('ZONE_NOT_FOUND')
  return {
    id: row.id,
    status: row.status as InZoneContext['zone']['status'],
    role: effectiveRole(actor.role, (row.zoneRole ?? undefined) as ZoneRole | undefined),
    entered: row.entry !== null,
  }
}
