import type { FastifyInstance } from 'fastify'
import { createKeyCache, type KeyCache } from '../../lib/secrets.ts'
import type { WriteContext } from '../../live/write.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { registerBadgeDoor } from './badge-door.ts'
import { type BadgeSender, badgeKeysLookUp } from './badge-keys.queries.ts'
import { badgesEvents } from './badges.events.ts'
import { badgesOpenapi } from './badges.openapi.ts'
import { badgesPersonalData } from './badges.personal-data.ts'
import { badgesProcedures } from './badges.procedures.ts'
import { deleteOldEvents, deleteOldStates, listBadgeZones } from './badges.queries.ts'

type Caches = { readonly caches: { readonly badgeKeys: KeyCache<BadgeSender> } }

export const badgesFeature = {
  procedures: (caches: Caches) => ({ badges: badgesProcedures(caches) }),
  events: badgesEvents,
  caches: ({ db, mayHold: mayCache }: Platform) => ({
    badgeKeys: createKeyCache<BadgeSender>(db.pool, { ...badgeKeysLookUp, mayCache }),
  }),
  doors: (app: FastifyInstance, { db, caches, concurrency }: Platform & Caches) =>
    registerBadgeDoor(app, { db, badgeKeys: caches.badgeKeys, concurrency }),
  openapi: badgesOpenapi,
  expired: { badgeEvents: deleteOldEvents, badgeStates: deleteOldStates },
  personalData: badgesPersonalData,
  async beforeAccountDeletion({ tx, publish }: WriteContext, userId: string) {
    for (const zoneId of await listBadgeZones(tx, userId))
      publish(badgesEvents, { kind: 'badge.changed', zoneId })
  },
} satisfies Feature
