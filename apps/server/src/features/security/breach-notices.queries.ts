import type { Severity } from '@muster/domain/severity.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { oneValue } from '../../db/rows.ts'
import { wireTime } from '../../db/wire-time.ts'
import type { PageOf } from '../../rpc/paging.ts'

export type NewBreachNotice = {
  readonly id: string
  readonly description: string
  readonly affectedUsersCount: number
  readonly severity: Severity
  readonly metadata: Readonly<Record<string, unknown>>
  /** The account whose sign-ins raised the notice. Requests omit it. */
  readonly accountId?: string
  /** Null if the sign-in monitoring raised the notice. A request may name only its own actor. */
  readonly createdBy: string | null
}

const selectNotices = (tx: Tx) =>
  tx
    .selectFrom('data_breach_notifications as n')
    .leftJoin('user_profiles as u', 'u.id', 'n.created_by')
    .select(['n.id', 'n.description', 'n.affected_users_count', 'n.severity', 'n.metadata', 'n.created_at'])
    .leftJoin('user_profiles as a', 'a.id', 'n.account_id')
    .select(['u.first_name', 'u.last_name', 'n.account_id'])
    .select(['a.first_name as account_first_name', 'a.last_name as account_last_name'])
    .select(['a.role as account_role', 'a.status as account_status'])

/** Stores a notice; false if its id already exists. */
export async function insertBreachNotice(tx: Tx, notice: NewBreachNotice): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('data_breach_notifications')
    .values({
      id: notice.id,
      description: notice.description,
      affected_users_count: notice.affectedUsersCount,
      severity: notice.severity,
      metadata: JSON.stringify(notice.metadata),
      ...(notice.accountId ? { account_id: notice.accountId } : {}),
      created_by: notice.createdBy,
    })
    .onConflict(conflict => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  return Boolean(numInsertedOrUpdatedRows)
}

export const readBreachNotice = (tx: Tx, id: string) =>
  selectNotices(tx).where('n.id', '=', id).executeTakeFirstOrThrow()
export type BreachNoticeRow = Awaited<ReturnType<typeof readBreachNotice>>

export type NoticePosition = { readonly createdAt: string; readonly id: string }

/** Newest first, after a cursor; with an id, only that one. Index: data_breach_notifications_created_at. */
export function listBreachNotices(tx: Tx, id: string | undefined, { after, limit }: PageOf<NoticePosition>) {
  let query = selectNotices(tx)
    .select(wireTime('n.created_at').as('created_at_exact'))
    .orderBy('n.created_at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(limit)
  if (id !== undefined) query = query.where('n.id', '=', id)
  if (after)
    query = query.where(
      sql<boolean>`(n.created_at, n.id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`,
    )
  return query.execute()
}

export const countBreachNotices = (tx: Tx) =>
  oneValue(tx)<number>`
    select count(*)::int as all from data_breach_notifications`
