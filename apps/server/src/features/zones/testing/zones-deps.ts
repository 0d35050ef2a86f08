import type { Database } from '../../../db/database.ts'
import { createGeocoder } from '../geocoder.ts'
import { createZoneShapeCache } from '../zone-shape-cache.ts'
import type { zonesProcedures } from '../zones.procedures.ts'

type Deps = Parameters<typeof zonesProcedures>[0]

/** Builds the dependencies of the zone procedures, without a network. PINs are compared as text. */
export const zonesDeps = (db: Database, over: Partial<Deps> = {}): Deps => ({
  forgetZone: () => undefined,
  verifyPin: async (hash, pin) => hash === pin,
  most: { inAll: 100_000, ofOne: 1_000 },
  zoneShapes: createZoneShapeCache(db),
  geocoder: createGeocoder({ target: () => undefined, userAgent: 'tests' }),
  ...over,
})
