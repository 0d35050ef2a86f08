import type { Tracker } from '@muster/contract/trackers.ts'
import type { Tx } from '../../db/database.ts'
import { many } from '../../db/rows.ts'

export type LocationAppRow = {
  readonly id: string
  readonly name: string
  readonly app: Tracker['app']
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

/** Newest first. Reads as the database owner, because nobody is signed in during a password reset. */
export async function listLocationApps(tx: Tx, userId: string): Promise<LocationAppRow[]> {
  return many(tx)<LocationAppRow>`
    select id, name, app, created_at as "createdAt", last_used_at as "lastUsedAt" from trackers
    where user_id = ${userId} order by created_at desc, id desc`
}

export type EndedAccess = { readonly kind: 'passkey' | 'location_app'; readonly name: string }

/** Keeps the passkeys and location apps with these ids, and returns the deleted ones. Triggers announce this. */
export async function deleteOtherAccess(
  tx: Tx,
  userId: string,
  keptIds: readonly string[],
): Promise<EndedAccess[]> {
  return many(tx)<EndedAccess>`
    with passkeys as (
      delete from auth.passkeys where user_id = ${userId} and not id = any(${keptIds}::uuid[]) returning coalesce(name, '') as name
    ), apps as (
      delete from trackers where user_id = ${userId} and not id = any(${keptIds}::uuid[]) returning name
    )
    select 'passkey' as kind, name from passkeys union all select 'location_app', name from apps`
}
