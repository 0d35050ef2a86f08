import type { EmergencyKind } from '@muster/domain/emergency.ts'
import type { Tx } from '../../../db/database.ts'
import { many } from '../../../db/rows.ts'

export type BoardMoment = {
  readonly at: Date
  readonly what: 'message_sent' | 'order_changed' | 'link_created' | 'link_opened' | 'link_revoked'
  /** Null for a link that was opened, because its holder has no account. */
  readonly user_id: string | null
  readonly order: {
    readonly from: EmergencyKind
    readonly to: EmergencyKind
    readonly message: string
  } | null
}

/** Lists the messages to the missing and changed orders, and what happened to the links for responders, in order of time. */
export const listBoardMoments = (tx: Tx, emergencyId: string, limit: number) =>
  many(tx)<BoardMoment>`
    select sent_at as at, case when kind is null then 'message_sent' else 'order_changed' end as what, sent_by as user_id,
      case when kind is not null then jsonb_build_object('from', replaced ->> 'kind', 'to', kind, 'message', message) end as "order"
    from emergency_messages where emergency_id = ${emergencyId}
    union all select created_at, 'link_created', created_by, null from emergency_links where emergency_id = ${emergencyId}
    union all select revoked_at, 'link_revoked', revoked_by, null from emergency_links
      where emergency_id = ${emergencyId} and revoked_at is not null
    union all select o.opened_at, 'link_opened', null::uuid, null from emergency_link_opens o join emergency_links l on l.id = o.link_id
      where l.emergency_id = ${emergencyId}
    order by at, what limit ${limit}`
