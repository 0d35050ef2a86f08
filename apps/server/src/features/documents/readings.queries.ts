import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { many, oneOrNone } from '../../db/rows.ts'

const MIN_REMINDER_INTERVAL = '1 minute'

export const insertReading = (
  tx: Tx,
  it: { documentId: string; zoneId: string; groupId: string | null; askedBy: string },
) =>
  tx
    .insertInto('document_readings')
    .values({ document_id: it.documentId, zone_id: it.zoneId, group_id: it.groupId, asked_by: it.askedBy })
    .onConflict(conflict => conflict.column('document_id').doNothing())
    .execute()

/** Ends required reading; the confirmations stay. Returns the former requirement; undefined if there was none. */
export const deleteReading = (tx: Tx, documentId: string) =>
  tx
    .deleteFrom('document_readings')
    .where('document_id', '=', documentId)
    .returning(['group_id', 'asked_by'])
    .executeTakeFirst()

/** Lists the documents a group is required to read; the requirement ends when the group is deleted. */
export const listReadingsOfGroup = (tx: Tx, groupId: string) =>
  tx
    .selectFrom('document_readings as r')
    .innerJoin('documents as d', 'd.id', 'r.document_id')
    .select(['r.document_id', 'd.title', 'r.group_id', 'r.asked_by'])
    .where('r.group_id', '=', groupId)
    .execute()

export const findReading = (tx: Tx, documentId: string) =>
  tx
    .selectFrom('document_readings')
    .select(['document_id', 'reminded_at'])
    .where('document_id', '=', documentId)
    .executeTakeFirst()

/**
 * A late confirmation older than the requirement has no requester; the first confirmation's time stays. False if the document is not
 * required reading and the person has not confirmed this version before.
 */
export async function insertConfirmation(
  tx: Tx,
  it: { documentId: string; userId: string; version: number; at: Date; late: boolean },
): Promise<boolean> {
  const insertedRow = await tx
    .insertInto('document_confirmations')
    .columns(['document_id', 'user_id', 'version', 'confirmed_at', 'asked_by'])
    .expression(eb =>
      eb
        .selectFrom('document_readings')
        .select([
          'document_id',
          sql<string>`${it.userId}::uuid`.as('user_id'),
          sql<number>`${it.version}::integer`.as('version'),
          sql<Date>`${it.at}::timestamptz`.as('confirmed_at'),
          sql<
            string | null
          >`case when created_at <= ${it.at}::timestamptz or not ${it.late} then asked_by end`.as('asked_by'),
        ])
        .where('document_id', '=', it.documentId),
    )
    .onConflict(conflict => conflict.columns(['document_id', 'user_id', 'version']).doNothing())
    .returning('version')
    .executeTakeFirst()
  return insertedRow !== undefined || (await isConfirmed(tx, it))
}

const isConfirmed = async (tx: Tx, it: { documentId: string; userId: string; version: number }) =>
  (await tx
    .selectFrom('document_confirmations')
    .select('version')
    .where('document_id', '=', it.documentId)
    .where('user_id', '=', it.userId)
    .where('version', '=', it.version)
    .executeTakeFirst()) !== undefined

export type ReaderRow = { user_id: string; name: string; confirmed_at: Date | null; is_current: boolean }

/** With when each last confirmed a version, starting with those who have confirmed none. */
export const listReaders = (tx: Tx, documentId: string) =>
  many(tx)<ReaderRow>`select * from list_readers(${documentId})`

export type ReadingProgressRow = { document_id: string; people: number; confirmed: number }

/** Counts the people required to read each of the documents, and those of them who have confirmed its newest version. */
export const countReaders = (tx: Tx, documentIds: readonly string[]) =>
  many(tx)<ReadingProgressRow>`
    select d.id as document_id, count(r.user_id) as people, count(*) filter (where r.is_current) as confirmed
    from unnest(${documentIds}::uuid[]) d(id) left join lateral list_readers(d.id) r on true
    group by d.id`

export type ConfirmationRow = {
  user_id: string
  name: string
  version: number
  confirmed_at: Date
  asked_by: string | null
}

/** Newest version first, including those of people who are no longer required to read the document. */
export const listConfirmations = (tx: Tx, documentId: string, limit: number) =>
  many(tx)<ConfirmationRow>`select * from list_confirmations(${documentId}, ${limit})`

/** Records a reminder and returns its time; undefined if the last reminder was less than `MIN_REMINDER_INTERVAL` ago. */
export async function markReminded(tx: Tx, documentId: string): Promise<Date | undefined> {
  const row = await oneOrNone(tx)<{ reminded_at: Date }>`
    update document_readings set reminded_at = now() where document_id = ${documentId}
      and (reminded_at is null or reminded_at < now() - ${MIN_REMINDER_INTERVAL}::interval) returning reminded_at`
  return row?.reminded_at
}
