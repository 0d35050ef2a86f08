import { createMapSetting } from '../features/maps/index.ts'
import { createMemberCache } from '../features/presence/member-cache.ts'
import { createZoneCache } from '../features/presence/zone-cache.ts'
import { createTrackerCache } from '../features/trackers/tracker-cache.ts'
import { createZoneShapeCache } from '../features/zones/index.ts'
import type { FeedEntry } from '../live/entry.ts'
import type { NodeCaches } from '../live/event-rules.ts'
import type { Platform } from '../platform/platform.ts'
import { createEventHandlers } from './event-handlers.ts'
import { readMapEnvironment } from './map-environment.ts'

/** Creates what this node holds in memory, kept true by the feed. */
export function createCaches({ db, env, log, reader, mayHold, sessions, actorZones }: Platform) {
  const caches = {
    sessions,
    actorZones,
    zones: createZoneCache(db, mayHold),
    zoneShapes: createZoneShapeCache(db),
    members: createMemberCache(db, mayHold),
    trackers: createTrackerCache(db, mayHold),
    map: createMapSetting(db, readMapEnvironment(env), log),
  } satisfies NodeCaches
  const handlers = createEventHandlers(caches)
  const handleAll = (entries: readonly FeedEntry[]) => {
    for (const entry of entries) handlers.handle(entry)
  }
  reader.subscribe({
    onEvents: handleAll,
    onAhead: handleAll,
    onBroken: handlers.forgetEverything,
    onRecovered: handlers.forgetEverything,
    onSkipped: handlers.forgetEverything,
  })
  return caches
}

export type Caches = ReturnType<typeof createCaches>
