import type { BaseMap } from '@muster/contract/maps.ts'
import { sql } from 'kysely'
import type { Database, Tx } from '../../db/database.ts'

export type StoredMap = {
  readonly base: BaseMap
  readonly origins: readonly string[]
  readonly googleKey: string | null
}

/** What the database keeps. As the owner: it is read by no request, and held in memory for all of them. */
export const readStoredMap = (db: Database): Promise<StoredMap> =>
  db.asOwner('the settings of maps hold a key and are readable by no request', tx => findStoredMap(tx))

export async function findStoredMap(tx: Tx): Promise<StoredMap> {
  const { rows } = await sql<{ base: BaseMap; origins: string[]; google_key: string | null }>`
    select base, origins, google_key from map_settings`.execute(tx)
  const [row] = rows
  return row
    ? { base: row.base, origins: row.origins, googleKey: row.google_key }
    : { base: { kind: 'built_in' }, origins: [], googleKey: null }
}

export async function storeMap(tx: Tx, { base, origins, googleKey }: StoredMap, by: string): Promise<void> {
  await sql`update map_settings set base = ${JSON.stringify(base)}::jsonb, origins = ${[...origins]}::text[],
    google_key = ${googleKey}, updated_at = now(), updated_by = ${by}`.execute(tx)
}
