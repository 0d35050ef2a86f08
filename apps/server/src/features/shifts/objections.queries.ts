import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { wireTime } from '../../db/wire-time.ts'
import type { PageOf } from '../../rpc/paging.ts'
import type { DayKey } from './attendance.queries.ts'

const selectObjections = (tx: Tx) =>
  tx
    .selectFrom('attendance_objections as o')
    .select([
      'o.id',
      'o.zone_id',
      'o.user_id',
      'o.text',
      'o.state',
      'o.answer',
      'o.answered_by',
      'o.answered_at',
    ])
    .select(['o.created_at', sql<string>`o.day::text`.as('day')])
    .select(wireTime('o.created_at').as('created_at_exact'))
export type ObjectionRow = Awaited<ReturnType<ReturnType<typeof selectObjections>['execute']>>[number]

export const listDayObjections = (tx: Tx, { zoneId, userId, day }: DayKey, limit: number) =>
  selectObjections(tx)
    .where('o.zone_id', '=', zoneId)
    .where('o.user_id', '=', userId)
    .where(sql<boolean>`o.day = ${day}::date`)
    .orderBy('o.created_at', 'desc')
    .orderBy('o.id', 'desc')
    .limit(limit)
    .execute()

export type ObjectionPosition = { readonly createdAt: string; readonly id: string }

/** Lists the zone's open objections, oldest first. Index: attendance_objections_waiting. */
export function listOpenObjections(tx: Tx, zoneId: string, { after, limit }: PageOf<ObjectionPosition>) {
  const query = selectObjections(tx)
    .where('o.zone_id', '=', zoneId)
    .where('o.state', '=', 'open')
    .orderBy('o.created_at')
    .orderBy('o.id')
    .limit(limit)
  if (!after) return query.execute()
  return query
    .where(sql<boolean>`(o.created_at, o.id) > (${after.createdAt}::timestamptz, ${after.id}::uuid)`)
    .execute()
}

export const findObjection = (tx: Tx, zoneId: string, objectionId: string) =>
  selectObjections(tx).where('o.id', '=', objectionId).where('o.zone_id', '=', zoneId).executeTakeFirst()

export const findObjectionByRequest = (tx: Tx, userId: string, requestId: string) =>
  selectObjections(tx)
    .where('o.user_id', '=', userId)
    .where('o.request_id', '=', requestId)
    .executeTakeFirst()

export type NewObjection = DayKey & { readonly requestId: string; readonly text: string }

/** Inserts an objection; undefined if another objection to the day is open, or if the request is repeated. */
export const insertObjection = (tx: Tx, it: NewObjection) =>
  tx
    .insertInto('attendance_objections')
    .values({
      request_id: it.requestId,
      zone_id: it.zoneId,
      user_id: it.userId,
      day: sql<string>`${it.day}::date`,
      text: it.text,
    })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()

/** Closes an objection; returns false if it has been settled in the meantime. */
export async function closeObjection(
  tx: Tx,
  objectionId: string,
  it:
    | { readonly state: 'withdrawn' }
    | { readonly state: 'accepted' | 'declined'; readonly answer: string; readonly answeredBy: string },
): Promise<boolean> {
  const answerColumns = it.state === 'withdrawn' ? {} : { answer: it.answer, answered_by: it.answeredBy }
  const { numUpdatedRows } = await tx
    .updateTable('attendance_objections')
    .set({ state: it.state, answered_at: sql`now()`, ...answerColumns })
    .where('id', '=', objectionId)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows > 0
}
