import type { Database } from '../../../db/database.ts'
import { createGeocoder } from '../geocoder.ts'
import { createZoneShapeCache } from '../zone-shape-cache.ts'
import type { zonesProcedures } from '../zones.procedures.ts'

type Deps = Parameters<typeof zonesProcedures>[0]

/** Creates dependencies for the zone procedures that use no network and compare PINs as plain text. */
export const createZonesDeps = (db: Database, overrides: Partial<Deps> = {}): Deps => ({
  forgetZone: () => undefined,
  verifyPin: async (hash, pin) => hash === pin,
  most: { inAll: 100_000, ofOne: 1_000 },
  zoneShapes: createZoneShapeCache(db),
  geocoder: createGeocoder({ target: () => undefined, userAgent: 'tests' }),
  ...overrides,
})
