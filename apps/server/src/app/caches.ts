import type { FeedEntry } from '../live/entry.ts'
import type { NodeCaches } from '../live/event-rules.ts'
import type { Platform } from '../platform/platform.ts'
import { createEventHandlers } from './event-handlers.ts'
import { collectFromFeatures, mergeParts } from './features.ts'

/** Creates this node's caches and keeps them up to date from the feed. */
export function createCaches(platform: Platform) {
  const { reader, sessions, actorZones } = platform
  const caches = {
    sessions,
    actorZones,
    ...mergeParts(collectFromFeatures('caches').map(create => create(platform))),
  } satisfies NodeCaches
  const handlers = createEventHandlers(caches)
  const handleAll = (entries: readonly FeedEntry[]) => {
    for (const entry of entries) handlers.handle(entry)
  }
  reader.subscribe({
    onEvents: handleAll,
    onUpcoming: handleAll,
    onBroken: handlers.forgetEverything,
    onRecovered: handlers.forgetEverything,
    onSkipped: handlers.forgetEverything,
  })
  return caches
}
