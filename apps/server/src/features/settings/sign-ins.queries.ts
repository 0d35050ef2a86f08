import type { SignInResult } from '@muster/domain/sign-in-result.ts'
import { type SqlBool, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { PageOf } from '../../rpc/paging.ts'

/** Maps results to the event types of the log. */
const eventTypeByResult = {
  succeeded: 'login_successful',
  failed: 'login_failed',
  refused: 'login_refused',
} as const

/** Newest first. Requires the database owner role, because requests cannot read the log. */
export function listSignIns(
  tx: Tx,
  userId: string,
  result: SignInResult | undefined,
  { after, limit }: PageOf<{ at: string; id: string }>,
) {
  const types = result ? [eventTypeByResult[result]] : Object.values(eventTypeByResult)
  return tx
    .selectFrom('security_events')
    .select([
      'id',
      'created_at as at',
      sql<string>`wire_time(created_at)`.as('at_exact'),
      'event_type as type',
      sql<string | null>`metadata ->> 'userAgent'`.as('userAgent'),
      sql<string | null>`metadata ->> 'ip'`.as('ipAddress'),
      sql<string | null>`metadata ->> 'reason'`.as('reason'),
    ])
    .where('affected_user_id', '=', userId)
    .where('event_type', 'in', types)
    .$if(after !== undefined, query =>
      query.where(sql<SqlBool>`(created_at, id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export type SignInRow = Awaited<ReturnType<typeof listSignIns>>[number]

export const toResult = ({ type }: Pick<SignInRow, 'type'>): SignInResult => {
  if (type === eventTypeByResult.succeeded) return 'succeeded'
  return type === eventTypeByResult.failed ? 'failed' : 'refused'
}
