import { limits } from '@muster/domain/limits.ts'
import { findLinkState, isLinkReadable, type ResponderLinkState } from '@muster/domain/responder-link.ts'
import { sql } from 'kysely'
import type { OwnerTx, Tx } from '../../../db/database.ts'
import { many, type NewRow, oneOrNone, run, type TableRow } from '../../../db/rows.ts'

/** A link without its hashes, with the all clear of its emergency. */
export type LinkRow = Omit<
  TableRow<'emergency_links'>,
  'zone_id' | 'token_hash' | 'code_hash' | 'revoked_by'
> &
  Pick<TableRow<'emergencies'>, 'all_clear_at'>
type SecretLinkRow = LinkRow & { readonly code_hash: string; readonly zone_id: string | null }

const linkColumns = sql`l.id, l.emergency_id, l.created_by, l.created_at, l.expires_at, l.wrong_codes, l.locked_until, l.opens, l.opened_at,
  l.revoked_at, e.all_clear_at`

const toLink = (row: LinkRow) => ({
  expiresAt: row.expires_at.getTime(),
  revokedAt: row.revoked_at?.getTime() ?? null,
  lockedUntil: row.locked_until?.getTime() ?? null,
  wrongCodes: row.wrong_codes,
  allClearAt: row.all_clear_at?.getTime() ?? null,
})

export const toLinkState = (row: LinkRow, now = Date.now()): ResponderLinkState =>
  findLinkState(toLink(row), now)

/** True if pages that were opened with the link still read. */
export const isReadable = (row: LinkRow, now = Date.now()): boolean => isLinkReadable(toLink(row), now)

/** Lists an emergency's links, newest first. Index: emergency_links_emergency. */
export const listLinks = (tx: Tx, emergencyId: string, limit: number) =>
  many(tx)<LinkRow>`
    select ${linkColumns} from emergency_links l join emergencies e on e.id = l.emergency_id
    where l.emergency_id = ${emergencyId} order by l.id desc limit ${limit}`

/** Locks the link with this secret, so that two codes at once are two attempts. */
export const lockLinkByToken = (tx: Tx, tokenHash: string) =>
  oneOrNone(tx)<SecretLinkRow>`
    select ${linkColumns}, l.code_hash, e.zone_id from emergency_links l join emergencies e on e.id = l.emergency_id
    where l.token_hash = ${tokenHash} for no key update of l`

/** Lists links that may still work, oldest first. Index: emergency_links_emergency. */
export const listWorkingLinks = (tx: Tx, limit: number) =>
  many(tx)<Pick<LinkRow, 'id' | 'emergency_id' | 'created_by'>>`
    select l.id, l.emergency_id, l.created_by from emergencies e join emergency_links l on l.emergency_id = e.id
    where (e.all_clear_at is null or e.all_clear_at > now() - ${limits.responderAfterAllClearMs}::float8 * interval '1 ms')
      and l.revoked_at is null and l.expires_at > now() order by l.id limit ${limit}`

export const findLinkMaker = (tx: OwnerTx, tokenHash: string) =>
  tx
    .selectFrom('emergency_links')
    .select(['id', 'emergency_id', 'created_by'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()

/** Finds the link that was opened with this key. Index: emergency_link_opens_key. */
export const findLinkByKey = (tx: Tx, keyHash: string) =>
  oneOrNone(tx)<LinkRow>`
    select ${linkColumns} from emergency_link_opens o join emergency_links l on l.id = o.link_id
      join emergencies e on e.id = l.emergency_id
    where o.key_hash = ${keyHash}`

type NewLink = Omit<NewRow<'emergency_links'>, 'expires_at'> & { readonly hours: number }

/** Adds a link; returns its id and when it expires. */
export const insertLink = (tx: Tx, { hours, ...row }: NewLink) =>
  tx
    .insertInto('emergency_links')
    .values({ ...row, expires_at: sql<Date>`now() + ${hours}::float8 * interval '1 hour'` })
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow()

/** Ends a link, without a person if its maker lost their right; returns false if it had been revoked. */
export async function revokeLink(tx: Tx, linkId: string, userId: string | null): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('emergency_links')
    .set({ revoked_at: sql<Date>`now()`, revoked_by: userId })
    .where('id', '=', linkId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Counts a wrong code; every few of them show the link as locked, because an address has to wait. */
export const countWrongCode = (tx: Tx, linkId: string) =>
  run(tx)`update emergency_links set wrong_codes = wrong_codes + 1, locked_until = case
      when (wrong_codes + 1) % ${limits.responderCodesBeforeLock}::integer = 0
      then now() + ${limits.responderLockMs}::float8 * interval '1 ms' else locked_until end
    where id = ${linkId}`

/** Records that a link was opened. */
export async function insertOpen(
  tx: Tx,
  link: { readonly id: string; readonly zone_id: string | null },
  keyHash: string,
): Promise<void> {
  await tx
    .insertInto('emergency_link_opens')
    .values({ link_id: link.id, zone_id: link.zone_id, key_hash: keyHash })
    .execute()
  await run(tx)`update emergency_links set opens = opens + 1, opened_at = now() where id = ${link.id}`
}
