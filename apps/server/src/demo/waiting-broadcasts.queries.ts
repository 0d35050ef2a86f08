import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/** Lists the recipients among these people who have not answered a question that was sent within the last hour. */
export const listPendingBroadcasts = (tx: Tx, userIds: readonly string[]) =>
  tx
    .selectFrom('broadcast_recipients as r')
    .innerJoin('broadcasts as b', 'b.id', 'r.broadcast_id')
    .select(['r.user_id', 'r.broadcast_id', 'r.state', 'b.title', 'b.answers', 'b.answer_meanings'])
    .where('r.user_id', '=', sql<string>`any (${[...userIds]}::uuid[])`)
    .where('r.state', 'in', ['delivered', 'pushed', 'seen'])
    .where('b.sent_at', '>', sql<Date>`now() - interval '1 hour'`)
    .where(sql<boolean>`cardinality(b.answers) > 0`)
    .execute()
