import { msg } from '@lingui/core/runtime-macro'
import { id } from '@muster/contract/ids.ts'
import type { OwnPin } from '@muster/contract/zones.ts'
import { limits } from '@muster/domain/limits.ts'
import { isPin, pinLock, pinPolicy } from '@muster/domain/pin.ts'
import { isInternalAdmin, needsPin } from '@muster/domain/role.ts'
import { z } from 'zod'
import type { Tx } from '../../db/database.ts'
import { appendEvents } from '../../live/append.ts'
import { announce } from '../../live/event-rules.ts'
import { write } from '../../live/write.ts'
import { api, inZone, signedIn } from '../../rpc/base.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { createCursors } from '../../rpc/paging.ts'
import { audit } from '../security/index.ts'
import { lockPin, readPin, storeResetRequest } from '../users/index.ts'
import { acceptInvitations } from './accept-invitations.ts'
import { createZone } from './create-zone.ts'
import { enterZone, type VerifyPin } from './enter-zone.ts'
import { requireZoneCapacity, type ZoneLimits } from './zone-capacity.ts'
import { type ChangesDeps, zoneChangesProcedures } from './zone-changes.procedures.ts'
import { readName } from './zone-entries.queries.ts'
import { type FilesDeps, zoneFilesProcedures } from './zone-files.procedures.ts'
import { zoneListsProcedures } from './zone-lists.procedures.ts'
import { type PlacesDeps, zonePlacesProcedures } from './zone-places.procedures.ts'
import { zonesEvents } from './zones.events.ts'
import {
  countAvailableZones,
  countByStatus,
  findZone,
  listAvailableZones,
  updateStar,
} from './zones.queries.ts'
import { myZoneView, zoneView } from './zones.view.ts'

/** Tells managers of the locked PIN at most once in 15 minutes; returns the latest time. Throws PIN_NOT_SET, PIN_NOT_LOCKED. */
export async function requestPinReset(
  tx: Tx,
  actor: SignedInActor,
  zoneId: string,
  now: number = Date.now(),
): Promise<Date> {
  // Row lock, so that a double tap notifies them only once.
  const storedPin = await lockPin(tx, actor.userId)
  if (!storedPin) throw fail('PIN_NOT_SET')
  const failures = storedPin.failures.map(at => at.getTime())
  if (!pinLock(failures, now).locked) throw fail('PIN_NOT_LOCKED')
  const previousRequestAt = storedPin.reset_asked_at
  if (previousRequestAt && now - previousRequestAt.getTime() < pinPolicy.askAgainMs) return previousRequestAt
  const requestedAt = new Date(now)
  await storeResetRequest(tx, actor.userId, requestedAt)
  const userName = await readName(tx, actor.userId)
  await appendEvents(
    tx,
    announce(zonesEvents, { kind: 'pin.reset_asked', zoneId, userId: actor.userId, userName }),
  )
  await audit(tx, 'zone_pin_reset_asked', { actorId: actor.userId, aboutId: actor.userId, zoneId })
  return requestedAt
}

/** Returns the status of the person's PIN: not set, open or locked. */
async function readOwnPin(tx: Tx, userId: string, now: number = Date.now()): Promise<OwnPin> {
  const storedPin = await readPin(tx, userId)
  if (!storedPin) return { state: 'not_set', lockedUntil: null, resetAskedAt: null }
  const lock = pinLock(
    storedPin.failures.map(at => at.getTime()),
    now,
  )
  if (!lock.locked) return { state: 'open', lockedUntil: null, resetAskedAt: null }
  return {
    state: 'locked',
    lockedUntil: lock.until === null ? null : new Date(lock.until).toISOString(),
    resetAskedAt: storedPin.reset_asked_at?.toISOString() ?? null,
  }
}

const starLimit = { name: 'zone-star', points: 60, seconds: 60 }
const creationLimit = { name: 'zone-creation', points: 30, seconds: 60 }

const availableZoneCursors = createCursors('available zones', { order: [z.string(), 'name_order'], id })

type Deps = PlacesDeps &
  FilesDeps &
  ChangesDeps & { readonly verifyPin: VerifyPin; readonly most: ZoneLimits }

const OWNER_REASON = 'requests may neither read nor write PINs'

export function zonesProcedures(deps: Deps) {
  const { verifyPin, most } = deps
  return {
    ...zoneChangesProcedures(deps),
    ...zoneFilesProcedures(deps),
    ...zoneListsProcedures(deps),
    ...zonePlacesProcedures(deps),

    mine: api.zones.mine.use(signedIn()).handler(async ({ context: { tx, actor } }) => {
      const viewer = { ...actor, seesAll: isInternalAdmin(actor.role) }
      const rows = await listAvailableZones(
        tx,
        viewer,
        {},
        { after: undefined, limit: limits.myZonesMost + 1 },
      )
      const zones = rows.slice(0, limits.myZonesMost).map(row => myZoneView(row, actor.role))
      return zones.length < rows.length ? { zones, total: await countAvailableZones(tx, viewer) } : { zones }
    }),

    available: api.zones.available
      .use(signedIn())
      .handler(async ({ context: { tx, actor }, input: { cursor, limit, ...filter } }) => {
        const viewer = { ...actor, seesAll: isInternalAdmin(actor.role) }
        const page = await availableZoneCursors.read({ cursor, limit }, it =>
          listAvailableZones(tx, viewer, filter, it),
        )
        return page.map(row => myZoneView(row, actor.role))
      }),

    counts: api.zones.counts
      .use(signedIn('view_all_zones'))
      .handler(({ context: { tx }, input: { organisationId, ...filter } = {} }) =>
        countByStatus(tx, { ...filter, clientId: organisationId }),
      ),

    get: api.zones.get.use(inZone('view_zones')).handler(async ({ context: { tx, zone } }) => {
      const row = await findZone(tx, zone.id)
      if (!row) throw fail('ZONE_NOT_FOUND')
      return zoneView(row)
    }),

    star: api.zones.star
      .use(inZone(null, { withoutPin: true, invited: true, rateLimit: starLimit }))
      .handler(async ({ context: { tx, actor, zone }, input: { starred } }) => {
        const event = { kind: 'zone.starred', userId: actor.userId, zoneId: zone.id } as const
        if (await updateStar(tx, actor.userId, zone.id, starred))
          await appendEvents(tx, announce(zonesEvents, event))
        return { starred }
      }),

    create: api.zones.create
      .use(
        signedIn('create_zones', {
          rateLimit: creationLimit,
          withoutTx: 'all zones are counted first, as the owner',
        }),
      )
      .handler(async ({ context: { db, actor }, input }) => {
        await requireZoneCapacity(db, most, actor.userId, [input.requestId])
        return zoneView(
          await db.asActor(actor, tx => write(tx, writeContext => createZone(writeContext, input))),
        )
      }),

    enter: api.zones.enter
      .use(
        inZone('view_zones', {
          withoutPin: true,
          invited: true,
          tries: true,
          withoutTx: 'no connection waits for the hash of a PIN',
        }),
      )
      .handler(async ({ context: { db, concurrency, actor, zone }, input }) => {
        if (input.userEmail !== undefined && input.userEmail.trim().toLowerCase() !== actor.email)
          throw fail('EMAIL_MISMATCH')
        if (zone.status !== 'active') throw fail('ZONE_NOT_FOUND')
        // Malformed input does not count as an attempt.
        if (needsPin(zone.role) && !isPin(input.pin))
          throw fail('PIN_INVALID', undefined, msg`Please enter a 4-digit PIN`)
        const openUntil = await concurrency.ofTries(actor.userId, () =>
          enterZone(db, verifyPin, actor, zone, input.pin),
        )
        return { entryExpiresAt: openUntil?.toISOString() ?? null }
      }),

    acceptInvitations: api.zones.acceptInvitations
      .use(signedIn(null, { withoutTx: 'no connection waits for the hash of a PIN' }))
      .handler(async ({ context: { db, concurrency, actor }, input }) => {
        const results = await concurrency.ofTries(actor.userId, () =>
          acceptInvitations(db, verifyPin, actor, input),
        )
        return {
          results: results.map(({ entryExpiresAt, ...result }) => ({
            ...result,
            entryExpiresAt: entryExpiresAt?.toISOString() ?? null,
          })),
        }
      }),

    myPin: api.zones.myPin
      .use(signedIn(null, { asOwner: OWNER_REASON }))
      .handler(({ context: { tx, actor } }) => readOwnPin(tx, actor.userId)),

    askPinReset: api.zones.askPinReset
      .use(inZone('view_zones', { withoutPin: true, invited: true, asOwner: OWNER_REASON }))
      .handler(async ({ context: { tx, actor, zone } }) => {
        const requestedAt = await requestPinReset(tx, actor, zone.id)
        return { askedAt: requestedAt.toISOString() }
      }),
  }
}
