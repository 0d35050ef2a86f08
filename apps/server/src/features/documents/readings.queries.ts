import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

const REMIND_AFTER = '1 minute'

export const insertReading = (
  tx: Tx,
  it: { documentId: string; zoneId: string; groupId: string | null; askedBy: string },
) =>
  tx
    .insertInto('document_readings')
    .values({ document_id: it.documentId, zone_id: it.zoneId, group_id: it.groupId, asked_by: it.askedBy })
    .onConflict(conflict => conflict.column('document_id').doNothing())
    .execute()

export const deleteReading = (tx: Tx, documentId: string) =>
  tx.deleteFrom('document_readings').where('document_id', '=', documentId).execute()

export const findReading = (tx: Tx, documentId: string) =>
  tx
    .selectFrom('document_readings')
    .select(['document_id', 'reminded_at'])
    .where('document_id', '=', documentId)
    .executeTakeFirst()

/** Confirming again says it of that version; one of an older version that comes late changes nothing. */
export const putConfirmation = (
  tx: Tx,
  it: { documentId: string; userId: string; version: number; at: Date },
) =>
  tx
    .insertInto('document_confirmations')
    .values({ document_id: it.documentId, user_id: it.userId, version: it.version, confirmed_at: it.at })
    .onConflict(conflict =>
      conflict
        .columns(['document_id', 'user_id'])
        .doUpdateSet({ version: it.version, confirmed_at: it.at })
        .where('document_confirmations.version', '<=', it.version),
    )
    .execute()

export type ReaderRow = { user_id: string; name: string; confirmed_at: Date | null; is_current: boolean }

/** Who is to read a document, those who have not first. */
export async function listReaders(tx: Tx, documentId: string): Promise<ReaderRow[]> {
  const { rows } = await sql<ReaderRow>`select * from list_readers(${documentId})`.execute(tx)
  return rows
}

/** False where they were reminded a moment ago. */
export async function setReminded(tx: Tx, documentId: string): Promise<boolean> {
  const { rows } = await sql`
    update document_readings set reminded_at = now() where document_id = ${documentId}
      and (reminded_at is null or reminded_at < now() - ${REMIND_AFTER}::interval) returning document_id`.execute(
    tx,
  )
  return rows.length > 0
}
