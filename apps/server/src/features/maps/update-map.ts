import type { BaseMap } from '@muster/contract/maps.ts'
import type { Database, Tx } from '../../db/database.ts'
import { appendEvents } from '../../live/append.ts'
import { announce } from '../../live/event-rules.ts'
import { fail } from '../../rpc/fail.ts'
import { appendSecurityEvent } from '../security/index.ts'
import type { MapSetting } from './map-setting.ts'
import { mapsEvents } from './maps.events.ts'
import { findStoredMap, storeMap } from './maps.queries.ts'
import { readStyleOrigins } from './read-style.ts'

type Change = { readonly base: BaseMap; readonly googleKey?: string | null }
type Deps = {
  readonly db: Database
  readonly actorId: string
  readonly current: MapSetting
  readonly fetchJson: (address: string) => Promise<unknown>
}

/**
 * Sets the base map of the installation, for everybody at once. Throws MAP_FROM_ENVIRONMENT where environment variables have
 * the last word, MAP_UNREADABLE for a style that cannot be read, MAPS_KEY_MISSING for Google without a key.
 */
export async function updateMap({ db, actorId, current, fetchJson }: Deps, change: Change): Promise<void> {
  if (current.fromEnvironment) throw fail('MAP_FROM_ENVIRONMENT')
  if (change.googleKey !== undefined && current.googleKeyFromEnvironment) throw fail('MAP_FROM_ENVIRONMENT')
  const { base } = change
  // Before the transaction: it may take seconds.
  const origins = await originsOfBase(base, fetchJson)
  await db.asOwner('the settings of maps are writable by no request', async tx => {
    const stored = await findStoredMap(tx)
    const googleKey = change.googleKey === undefined ? stored.googleKey : change.googleKey
    const hasKey = googleKey !== null || current.googleKeyFromEnvironment
    if (base.kind === 'google' && !hasKey) throw fail('MAPS_KEY_MISSING')
    await storeMap(tx, { base, origins, googleKey }, actorId)
    await noteChange(tx, actorId, stored.base.kind, base, change.googleKey)
    await appendEvents(tx, announce(mapsEvents, { kind: 'map.changed' }))
  })
}

async function originsOfBase(base: BaseMap, fetchJson: Deps['fetchJson']): Promise<string[]> {
  if (base.kind !== 'style') return []
  const styles = [base.url, ...(base.satelliteUrl ? [base.satelliteUrl] : [])]
  try {
    const origins = await Promise.all(styles.map(style => readStyleOrigins(style, fetchJson)))
    return [...new Set(origins.flat())]
  } catch {
    throw fail('MAP_UNREADABLE')
  }
}

/** From which hosts everybody's browser fetches from now on is for the log. The key itself never is. */
function noteChange(tx: Tx, actorId: string, before: BaseMap['kind'], base: BaseMap, key?: string | null) {
  return appendSecurityEvent(tx, {
    type: 'map_settings_changed',
    description: 'The base map was changed.',
    actorId,
    affectedUserId: null,
    severity: 'medium',
    metadata: {
      before,
      after: base.kind,
      ...('url' in base ? { host: base.url.startsWith('/') ? 'this server' : new URL(base.url).host } : {}),
      ...(key === undefined ? {} : { key: key === null ? 'removed' : 'set' }),
    },
  })
}
