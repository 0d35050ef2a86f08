import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { oneOrNone, oneValue } from '../../db/rows.ts'

export type Contact = { name: string; phone: string }

/** Lists up to two people whom the actor can call about an urgent question they received. */
export const listContacts = (tx: Tx, broadcastId: string) =>
  oneValue(tx)<Contact[]>`
    select question_contacts(${broadcastId}) as contacts`

export type CallForHelp = {
  alerted: number
  seen_by: string[]
  contacts: Contact[]
}

/**
 * Reads the status of the actor's call for help: how many people were alerted, who has seen it, and whom to call. Returns undefined
 * unless the actor asked for help.
 */
export const readCallForHelp = (tx: Tx, broadcastId: string) =>
  oneOrNone(tx)<CallForHelp>`select * from own_call_for_help(${broadcastId})`

/** Returns the ids of everybody who was alerted; nobody if the actor was not alerted or the call has ended. */
export const endCallForHelp = (tx: Tx, broadcastId: string, personId: string) =>
  oneValue(tx)<string[]>`
    select end_call_for_help(${broadcastId}, ${personId}) as ids`

/** Lists up to `limit` urgent questions the actor has not answered, newest first, and counts all of them. */
export async function listOpenQuestions(tx: Tx, limit: number) {
  const rows = await tx
    .selectFrom('broadcasts as b')
    .leftJoin('zones as z', 'z.id', 'b.zone_id')
    .select(['b.id', 'b.title', 'b.message', 'z.name as zone_name', 'b.answers', 'b.answer_meanings'])
    .select(['b.sent_at', sql<number>`count(*) over ()`.as('total')])
    .select(sql<Contact[]>`question_contacts(b.id)`.as('contacts'))
    .where('b.id', 'in', sql<string>`(select actor_open_questions())`)
    .orderBy('b.sent_at', 'desc')
    .orderBy('b.id', 'desc')
    .limit(limit)
    .execute()
  return { rows, total: rows[0]?.total ?? 0 }
}
export type QuestionRow = Awaited<ReturnType<typeof listOpenQuestions>>['rows'][number]
