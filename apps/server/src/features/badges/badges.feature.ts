import { msg } from '@lingui/core/runtime-macro'
import type { FastifyInstance } from 'fastify'
import { createKeyCache, type KeyCache } from '../../lib/secrets.ts'
import type { WriteContext } from '../../live/write.ts'
import type { Feature } from '../../platform/feature.ts'
import type { PersonalList } from '../../platform/personal-list.ts'
import type { Platform } from '../../platform/platform.ts'
import { registerBadgeDoor } from './badge-door.ts'
import { type BadgeSender, badgeKeysLookUp } from './badge-keys.queries.ts'
import { badgesEvents } from './badges.events.ts'
import { badgesOpenapi } from './badges.openapi.ts'
import { badgesProcedures } from './badges.procedures.ts'
import { deleteOldEvents, deleteOldStates, listBadgeZones } from './badges.queries.ts'

const badgesPersonalData: readonly PersonalList[] = [
  {
    name: 'badges',
    says: msg`Your badges.`,
    table: 'badges',
    kind: 'visits',
    of: 'user_id',
    order: 'number',
  },
  {
    name: 'badge-events',
    says: msg`When and where your badges were read.`,
    table: 'badge_events',
    kind: 'visits',
    of: 'user_id',
    order: 'at, id',
    leftOut: { 'says nothing about you': ['key_id'] },
  },
  {
    name: 'badge-keys',
    says: msg`Keys for badge readers that you added. The keys themselves are stored only as hashes.`,
    table: 'badge_keys',
    kind: 'administration',
    of: 'created_by',
    order: 'created_at, id',
  },
]

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
