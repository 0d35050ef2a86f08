import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { deleteExpiredEntries } from './zone-entries.queries.ts'
import { createZoneShapeCache } from './zone-shape-cache.ts'
import { createZoneTools } from './zone-tools.ts'
import { zonesEvents } from './zones.events.ts'
import { zonesPersonalData } from './zones.personal-data.ts'
import { zonesProcedures } from './zones.procedures.ts'
import { zonesSearches } from './zones.search.ts'

export const zonesFeature = {
  procedures: (services: Parameters<typeof createZoneTools>[0]) => ({
    zones: zonesProcedures(createZoneTools(services)),
  }),
  events: zonesEvents,
  caches: ({ db }: Platform) => ({ zoneShapes: createZoneShapeCache(db) }),
  expired: { zoneEntries: deleteExpiredEntries },
  searches: zonesSearches,
  personalData: zonesPersonalData,
} satisfies Feature
