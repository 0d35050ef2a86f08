import type { BaseMap } from '@muster/contract/maps.ts'
import type { PlaceSearchKind } from '@muster/domain/base-map.ts'
import type { Database, Tx } from '../../db/database.ts'
import { appendEvents } from '../../live/append.ts'
import { announce } from '../../live/event-rules.ts'
import { fail } from '../../rpc/fail.ts'
import { audit } from '../security/index.ts'
import type { MapSetting } from './map-setting.ts'
import { mapsEvents } from './maps.events.ts'
import { findStoredMap, type StoredMap, storeMap } from './maps.queries.ts'
import { readStyleOrigins } from './read-style.ts'

type MapChange = {
  readonly base?: BaseMap
  readonly placeSearch?: PlaceSearchKind
  readonly googleKey?: string | null
}
type Deps = {
  readonly db: Database
  readonly actorId: string
  readonly current: MapSetting
  readonly fetchJson: (address: string) => Promise<unknown>
}

/** Throws MAP_FROM_ENVIRONMENT (overridden by environment variables), MAP_UNREADABLE, MAPS_KEY_MISSING. */
export async function updateMap({ db, actorId, current, fetchJson }: Deps, change: MapChange): Promise<void> {
  const { base, placeSearch } = change
  const isSetByEnvironment =
    (base && current.fromEnvironment) ||
    (placeSearch !== undefined && current.placeSearchFromEnvironment) ||
    (change.googleKey !== undefined && current.googleKeyFromEnvironment)
  if (isSetByEnvironment) throw fail('MAP_FROM_ENVIRONMENT')
  // Read the styles before the transaction, because this may take seconds.
  const origins = base && (await readBaseOrigins(base, fetchJson))
  await db.asOwner('requests may not write the settings of maps', async tx => {
    const storedMap = await findStoredMap(tx)
    const googleKey = change.googleKey === undefined ? storedMap.googleKey : change.googleKey
    const hasKey = googleKey !== null || current.googleKeyFromEnvironment
    if (base?.kind === 'google' && !hasKey) throw fail('MAPS_KEY_MISSING')
    const updatedMap: StoredMap = {
      base: base ?? storedMap.base,
      origins: origins ?? storedMap.origins,
      googleKey,
      placeSearch: placeSearch ?? storedMap.placeSearch,
    }
    await storeMap(tx, updatedMap, actorId)
    await noteChange(tx, actorId, { before: storedMap, after: updatedMap, key: change.googleKey })
    await appendEvents(tx, announce(mapsEvents, { kind: 'map.changed' }))
  })
}

/** Reads the hosts of a base map's styles; empty for a base map without a style. Throws MAP_UNREADABLE. */
export async function readBaseOrigins(base: BaseMap, fetchJson: Deps['fetchJson']): Promise<string[]> {
  if (base.kind !== 'style') return []
  const styleUrls = [base.url, ...(base.satelliteUrl ? [base.satelliteUrl] : [])]
  try {
    const originLists = await Promise.all(styleUrls.map(style => readStyleOrigins(style, fetchJson)))
    return [...new Set(originLists.flat())]
  } catch {
    throw fail('MAP_UNREADABLE')
  }
}

/** Logs the changed map settings, with the host that all browsers will fetch the map from. The key itself is never logged. */
function noteChange(
  tx: Tx,
  actorId: string,
  { before, after, key }: { before: StoredMap; after: StoredMap; key?: string | null },
) {
  const { base } = after
  return audit(tx, 'map_settings_changed', {
    actorId,
    before: before.base?.kind ?? 'default',
    after: base?.kind ?? 'default',
    placeSearch: after.placeSearch,
    ...(base && 'url' in base
      ? { host: base.url.startsWith('/') ? 'this server' : new URL(base.url).host }
      : {}),
    ...(key === undefined ? {} : { key: key === null ? 'removed' : 'set' }),
  })
}
