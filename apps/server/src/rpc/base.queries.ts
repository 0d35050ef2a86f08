import type { Tx } from '../db/database.ts'

/** The zone, the actor's role there, whether they accepted it and whether their session has entered. Says nothing about who may see it. */
export function readActorZone(tx: Tx, actor: { userId: string; sessionId: string }, zoneId: string) {
  return tx
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
    .select([
      'z.id',
      'z.status',
      'a.role as zoneRole',
      'a.accepted_at as acceptedAt',
      'e.expires_at as entryEnds',
    ])
    .where('z.id', '=', zoneId)
    .executeTakeFirst()
}
export type ActorZoneRow = NonNullable<Awaited<ReturnType<typeof readActorZone>>>
