import type { Platform } from '../../platform/platform.ts'
import type { ZoneShapeCache } from '../zones/index.ts'
import { createCheckWriter } from './check-writer/check-writer.ts'
import { createBatchLimit, createCheckRate, type RecordingDeps } from './ingest.ts'
import type { MemberCache } from './member-cache.ts'
import { createReadingCounts } from './reading-counts.ts'
import type { ZoneCache } from './zone-cache.ts'
import { createZonesOfAdmin } from './zones-of-admin.ts'

type PresenceCaches = {
  readonly zones: ZoneCache
  readonly members: MemberCache
  readonly zoneShapes: ZoneShapeCache
}

/** Creates the parts that all endpoints for readings share: the check writer, its caches, and the limits per person. */
export function createPresence({
  db,
  log,
  env,
  reader,
  caches,
}: Platform & { readonly caches: PresenceCaches }) {
  return {
    writer: createCheckWriter({ db, log, onWritten: reader.wake }),
    zones: caches.zones,
    members: caches.members,
    zonesOfAdmin: createZonesOfAdmin(db, caches.zoneShapes),
    retentionDays: env.RETENTION_DAYS,
    rate: createCheckRate(),
    batches: createBatchLimit(),
    readings: createReadingCounts(),
  } satisfies RecordingDeps
}

export type Presence = ReturnType<typeof createPresence>
