import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'

export type BoardMoment = {
  readonly at: Date
  readonly what: 'message_sent' | 'link_created' | 'link_opened' | 'link_revoked'
  /** Null for a link that was opened, because its holder has no account. */
  readonly user_id: string | null
}

/** Lists the messages to the missing, and what happened to the links for responders, in order of time. */
export async function listBoardMoments(tx: Tx, emergencyId: string, limit: number): Promise<BoardMoment[]> {
  const { rows } = await sql<BoardMoment>`
    select sent_at as at, 'message_sent' as what, sent_by as user_id from emergency_messages where emergency_id = ${emergencyId}
    union all select created_at, 'link_created', created_by from emergency_links where emergency_id = ${emergencyId}
    union all select revoked_at, 'link_revoked', revoked_by from emergency_links
      where emergency_id = ${emergencyId} and revoked_at is not null
    union all select o.opened_at, 'link_opened', null::uuid from emergency_link_opens o join emergency_links l on l.id = o.link_id
      where l.emergency_id = ${emergencyId}
    order by at, what limit ${limit}`.execute(tx)
  return rows
}
