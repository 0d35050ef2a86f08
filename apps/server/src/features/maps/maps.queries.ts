import type { BaseMap } from '@muster/contract/maps.ts'
import type { PlaceSearchKind } from '@muster/domain/base-map.ts'
import type { Database, OwnerTx, Tx } from '../../db/database.ts'
import { oneOrNone, run } from '../../db/rows.ts'

export type StoredMap = {
  /** Null until somebody has chosen a base map. */
  readonly base: BaseMap | null
  readonly origins: readonly string[]
  readonly googleKey: string | null
  readonly placeSearch: PlaceSearchKind
}

/** Reads the stored setting as the database owner, because requests may not read it; they use the cached one. */
export const readStoredMap = (db: Database): Promise<StoredMap> =>
  db.asOwner('requests may not read the settings of maps, which contain a key', tx => findStoredMap(tx))

export async function findStoredMap(tx: Tx): Promise<StoredMap> {
  const row = await oneOrNone(tx)<StoredMap>`
    select base, origins, google_key as "googleKey", place_search as "placeSearch" from map_settings`
  return row ?? { base: null, origins: [], googleKey: null, placeSearch: 'none' }
}

export async function storeMap(tx: OwnerTx, storedMap: StoredMap, changedBy: string): Promise<void> {
  const { base, origins, googleKey, placeSearch } = storedMap
  await run(tx)`
    update map_settings set base = ${base && JSON.stringify(base)}::jsonb, origins = ${[...origins]}::text[],
    google_key = ${googleKey}, place_search = ${placeSearch}, updated_at = now(), updated_by = ${changedBy}`
}
