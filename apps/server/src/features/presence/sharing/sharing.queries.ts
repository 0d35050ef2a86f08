import { limits } from '@muster/domain/limits.ts'
import { sql } from 'kysely'
import type { Database, Tx } from '../../../db/database.ts'

const sharingColumns = ['zone_id', 'session_id', 'started_at', 'ends_at', 'paused_at'] as const

/** True if the person is a member of the zone. Internal admins act in zones without being a member. */
export async function isMember(tx: Tx, userId: string, zoneId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('zone_assignments')
    .select('assignment_id')
    .where('user_id', '=', userId)
    .where('zone_id', '=', zoneId)
    .where('accepted_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Locks the actor's profile against a concurrent withdrawal of location consent, which ends sharing. */
export async function lockOwnProfile(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('user_profiles').select('id').where('id', '=', userId).forShare().execute()
}

/** Starts sharing, replacing any existing session. */
export const upsertSharing = (
  tx: Tx,
  { userId, sessionId, zoneId, endsAt }: { userId: string; sessionId: string; zoneId: string; endsAt: Date },
) =>
  tx
    .insertInto('presence_sharing')
    .values({ user_id: userId, zone_id: zoneId, session_id: sessionId, ends_at: endsAt })
    .onConflict(it =>
      it.column('user_id').doUpdateSet({
        zone_id: zoneId,
        session_id: sessionId,
        started_at: sql`now()`,
        ends_at: endsAt,
        paused_at: null,
      }),
    )
    .returning(sharingColumns)
    .executeTakeFirstOrThrow()
export type SharingRow = Awaited<ReturnType<typeof upsertSharing>>

/** Pauses or resumes sharing; returns undefined for people who are not sharing. Pausing again keeps the original time. */
export const pauseSharing = (tx: Tx, userId: string, paused: boolean) =>
  tx
    .updateTable('presence_sharing')
    .set({ paused_at: paused ? sql`coalesce(paused_at, now())` : null })
    .where('user_id', '=', userId)
    .where('ends_at', '>', sql<Date>`now()`)
    .returning(sharingColumns)
    .executeTakeFirst()

/** Ends the person's sharing, on whichever device it began; does nothing if they are not sharing. */
export const endSharing = (tx: Tx, userId: string) =>
  tx.deleteFrom('presence_sharing').where('user_id', '=', userId).execute()

export const findSharing = (tx: Tx, userId: string) =>
  tx
    .selectFrom('presence_sharing')
    .select(sharingColumns)
    .where('user_id', '=', userId)
    .where('ends_at', '>', sql<Date>`now()`)
    .executeTakeFirst()

export const listSharers = (tx: Tx, zoneId: string) =>
  tx
    .selectFrom('presence_sharing')
    .select(['user_id', 'ends_at', 'paused_at'])
    .where('zone_id', '=', zoneId)
    .where('ends_at', '>', sql<Date>`now()`)
    .orderBy('user_id')
    .limit(limits.livePositionsMost)
    .execute()

/** Ends expired sharing; a trigger notifies viewers. Returns the number of sessions ended. */
export const endExpiredSharing = (db: Database): Promise<number> =>
  db.asOwner('the clock ends it for everybody', async tx => {
    const { numDeletedRows } = await tx
      .deleteFrom('presence_sharing')
      .where('ends_at', '<=', sql<Date>`now()`)
      .executeTakeFirst()
    return Number(numDeletedRows)
  })
