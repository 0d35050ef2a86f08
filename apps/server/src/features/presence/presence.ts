import type { Platform } from '../../app/platform.ts'
import { createCheckWriter } from './check-writer/check-writer.ts'
import { createBatchLimit, createCheckRate, type HoldDeps } from './ingest.ts'
import { createZonesOfAdmin } from './zones-of-admin.ts'

/** Parts shared by every door for readings: the writer of checks, the caches they are judged by, and the limits of one person. */
export function createPresence({ db, log, env, reader, caches }: Platform) {
  return {
    writer: createCheckWriter({ db, log, onWritten: reader.wake }),
    zones: caches.zones,
    members: caches.members,
    zonesOfAdmin: createZonesOfAdmin(db, caches.zoneShapes),
    retentionDays: env.RETENTION_DAYS,
    rate: createCheckRate(),
    batches: createBatchLimit(),
  } satisfies HoldDeps
}

export type Presence = ReturnType<typeof createPresence>
