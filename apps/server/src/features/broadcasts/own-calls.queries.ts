import type { OwnCall } from '@muster/contract/broadcasts.ts'
import { limits } from '@muster/domain/limits.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { many } from '../../db/rows.ts'
import type { CallForHelp } from './questions.queries.ts'

type OwnCallRow = CallForHelp & {
  readonly id: string
  readonly title: string
  readonly answer: string
  readonly changed_at: Date
  readonly captured_at: Date | null
  readonly accuracy_meters: number | null
}

/** True if the actor has such a call (`listOwnCalls`). Every screen asks for it. */
export async function hasOwnCall(tx: Tx, userId: string): Promise<boolean> {
  const rows = await many(tx)`
    select from broadcast_recipients r join broadcasts b on b.id = r.broadcast_id and ${isOpenCall(userId)} limit 1`
  return rows.length > 0
}

/** Calls of the last day, until answered anew or ended. The position is what those responsible may see, with the person's consent. */
export const listOwnCalls = (tx: Tx, userId: string) =>
  many(tx)<OwnCallRow>`
    select b.id, b.title, r.answer, r.changed_at, help.alerted, help.seen_by, help.contacts, seen.captured_at, seen.accuracy_meters
    from broadcast_recipients r
      join broadcasts b on b.id = r.broadcast_id and ${isOpenCall(userId)}
      cross join lateral own_call_for_help(b.id) help
      left join lateral (
        select p.captured_at, p.accuracy_meters from presence_tracking p
        where p.user_id = r.user_id and p.consent = 'given' and p.captured_at > now() - ${limits.ownCallHours}::int * interval '1 hour'
          and (b.zone_id is null or p.zone_id = b.zone_id)
        order by p.captured_at desc limit 1) seen on true
    order by r.changed_at desc, b.id limit ${limits.ownCallsMost}`

export const ownCallView = (row: OwnCallRow): OwnCall => ({
  broadcastId: row.id,
  title: row.title,
  answer: row.answer,
  at: row.changed_at.toISOString(),
  help: { alerted: row.alerted, seenBy: row.seen_by, contacts: row.contacts },
  position: row.captured_at && {
    at: row.captured_at.toISOString(),
    accuracyMeters: row.accuracy_meters,
  },
})

/** True if the row `r` is an open call for help of the last day in the broadcast `b`. */
const isOpenCall = (userId: string) => sql<boolean>`b.state = 'sent' and b.closed_at is null
  and r.user_id = ${userId} and r.state = 'answered'
  and r.changed_at > now() - ${limits.ownCallHours}::int * interval '1 hour'
  and answer_meaning(b.answer_meanings, b.answers, r.answer) = 'help'`
