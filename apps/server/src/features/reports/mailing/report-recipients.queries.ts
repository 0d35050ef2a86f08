import { maxReportRecipients } from '@muster/contract/report-mailing.ts'
import { sql } from 'kysely'
import type { OwnerTx, Tx } from '../../../db/database.ts'
import { many, oneOrNone, run } from '../../../db/rows.ts'
import { fail } from '../../../rpc/fail.ts'

export type RecipientRow = {
  id: string
  email: string
  name: string
  added_by: string | null
  added_at: string
  off_at: string | null
}

const columns = sql.raw(
  'id, email, name, added_by, wire_time(added_at) as added_at, wire_time(off_at) as off_at',
)

export const listRecipients = (tx: Tx, zoneId: string) =>
  many(tx)<RecipientRow>`
    select ${columns} from report_recipients where zone_id = ${zoneId} order by email limit ${maxReportRecipients}`

type NewRecipient = { zoneId: string; email: string; name: string; addedBy: string }

/** Renames an existing one, which is not new. Undefined at the zone's limit. Throws RECIPIENT_OFF if its owner unsubscribed it. */
export async function addRecipient(
  tx: Tx,
  { zoneId, email, name, addedBy }: NewRecipient,
): Promise<{ row: RecipientRow; isNew: boolean } | undefined> {
  await run(tx)`select pg_advisory_xact_lock(hashtextextended(${`report-mailing:${zoneId}`}, 0))`
  const renamed = await oneOrNone(tx)<RecipientRow>`
    update report_recipients set name = ${name} where zone_id = ${zoneId} and email = ${email} returning ${columns}`
  if (renamed?.off_at) throw fail('RECIPIENT_OFF')
  if (renamed) return { row: renamed, isNew: false }
  const row = await oneOrNone(tx)<RecipientRow>`
    insert into report_recipients (zone_id, email, name, added_by)
    select ${zoneId}::uuid, ${email}, ${name}, ${addedBy}::uuid
    where (select count(*) from report_recipients where zone_id = ${zoneId}) < ${maxReportRecipients}
    returning ${columns}`
  return row && { row, isNew: true }
}

/** Removes an address and returns it; undefined if the id does not exist. */
export async function removeRecipient(tx: Tx, zoneId: string, id: string): Promise<string | undefined> {
  const row = await oneOrNone(tx)<{ email: string }>`
    delete from report_recipients where id = ${id} and zone_id = ${zoneId} returning email`
  return row?.email
}

/** Returns the zones. Requires the database owner role, because callers have only the link from an email. */
export const unsubscribe = (tx: OwnerTx, id: string, fromAllZones: boolean) =>
  many(tx)<{ zone_id: string }>`
    update report_recipients r set off_at = now() from (select email from report_recipients where id = ${id}) its
    where r.email = its.email and (${fromAllZones} or r.id = ${id}) and r.off_at is null returning r.zone_id`

/**
 * Resubscribes an address to a zone its owner had unsubscribed from. Returns the zone; empty if the address was not unsubscribed.
 * Requires the database owner role, like `unsubscribe`.
 */
export const resubscribe = (tx: OwnerTx, id: string) =>
  many(tx)<{ zone_id: string }>`
    update report_recipients set off_at = null where id = ${id} and off_at is not null returning zone_id`

/** Finds a recipient's address and zone, and whether they unsubscribed. Requires the database owner role, like `unsubscribe`. */
export const findRecipient = (tx: Tx, id: string) =>
  oneOrNone(tx)<{ email: string; zone: string; isOff: boolean }>`
    select r.email, z.name as zone, r.off_at is not null as "isOff" from report_recipients r join zones z on z.id = r.zone_id where r.id = ${id}`
