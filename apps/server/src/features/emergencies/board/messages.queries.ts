import type { ReachCounts } from '@muster/contract/reach.ts'
import type { RollReason } from '@muster/domain/emergency.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import { countReachAmong } from '../../../db/reach.ts'
import { many, type NewRow } from '../../../db/rows.ts'
import { escapeLikePattern } from '../../../lib/like-text.ts'
import type { CallInput } from '../../../rpc/call-input.ts'
import { rollSearchText } from '../roll-name.ts'

type MessageTarget = CallInput<'emergencyBoard', 'reach'>

/**
 * As the board's list filters them, in zones the sender may see and send to. The roll's row is `p`. Index: emergency_people_listed.
 */
function isAddressed(
  { emergencyId, state, zoneId, search }: MessageTarget,
  senderId: string,
): RawBuilder<boolean> {
  const words = (search ?? '').split(/\s+/).filter(Boolean)
  return sql<boolean>`(p.emergency_id = ${emergencyId} and p.state = ${state} and (p.counted or p.state = 'help')
    and (${zoneId ?? null}::uuid is null or p.zone_id = ${zoneId ?? null}::uuid)
    and (${sql.join([sql`true`, ...words.map(word => sql`${rollSearchText('p')} ilike ${`%${escapeLikePattern(word)}%`}::text`)], sql` and `)})
    and (p.zone_id in (
        select a.zone_id from members_with('view_attendance') a where a.user_id = ${senderId}::uuid and a.accepted_at is not null
        intersect
        select a.zone_id from members_with('broadcast') a where a.user_id = ${senderId}::uuid and a.accepted_at is not null)
      or exists (select from user_profiles u join role_permissions r on r.role = u.role and r.permission = 'view_all_zones'
        where u.id = ${senderId}::uuid)))`
}

/** The people with an account whom a message is for, except its sender. Requires the database owner role. */
export const addressedPeople = (target: MessageTarget, senderId: string) => sql<string[]>`array(
  select p.user_id from emergency_people p
  where p.user_id is not null and p.user_id <> ${senderId}::uuid and ${isAddressed(target, senderId)})`

export type Reach = {
  readonly people: number
  readonly reach: ReachCounts
  readonly withoutAccount: readonly { readonly why: RollReason; readonly people: number }[]
}

/** Counts whom a message would reach, and who has no account. */
export async function countReach(tx: Tx, target: MessageTarget, senderId: string): Promise<Reach> {
  const rows = await many(tx)<{ why: RollReason; reached: number; without: number }>`
    select p.why, count(*) filter (where p.user_id is not null and p.user_id <> ${senderId}::uuid) as reached,
      count(*) filter (where p.user_id is null) as without
    from emergency_people p where ${isAddressed(target, senderId)} group by p.why order by p.why`
  const reach = await countReachAmong(tx, addressedPeople(target, senderId))
  return {
    people: rows.reduce((sum, it) => sum + it.reached, 0),
    reach: { ...reach, none: rows.reduce((sum, it) => sum + it.without, reach.none) },
    withoutAccount: rows.filter(it => it.without > 0).map(({ why, without }) => ({ why, people: without })),
  }
}

export const findMessage = (tx: Tx, emergencyId: string, requestId: string) =>
  tx
    .selectFrom('emergency_messages')
    .select(['id', 'people', 'without_account'])
    .where('emergency_id', '=', emergencyId)
    .where('request_id', '=', requestId)
    .executeTakeFirst()

export const insertMessage = (tx: Tx, row: NewRow<'emergency_messages'>) =>
  tx.insertInto('emergency_messages').values(row).returning('id').executeTakeFirstOrThrow()
