import { id, instant } from '@muster/contract/ids.ts'
import { decidePrepared } from '@muster/domain/geofence.ts'
import { mayInZone } from '@muster/domain/zone-permission.ts'
import { z } from 'zod'
import type { Tx } from '../../db/database.ts'
import { createRecentKeys } from '../../lib/once-per.ts'
import { api, inZone, signedIn } from '../../rpc/base.ts'
import { fail } from '../../rpc/fail.ts'
import { createCursors } from '../../rpc/paging.ts'
import { audit } from '../security/index.ts'
import { acceptBySelection } from '../zones/index.ts'
import { type CheckPositionDeps, checkPosition } from './check-position.ts'
import { daysProcedures } from './days/days.procedures.ts'
import { type RecordingDeps, waitForZones } from './ingest.ts'
import { countInside, listInsideZones } from './inside-zones.queries.ts'
import type { MemberCache } from './member-cache.ts'
import { presencePolicy } from './presence.policy.ts'
import {
  countLeft,
  findOccupancy,
  findPresence,
  listInside,
  listLastLeft,
  listLeft,
  listOwnPresence,
  listOwnVisits,
  listPositions,
  listRoll,
  listUserVisits,
  listVisits,
} from './presence.queries.ts'
import {
  addOtherZones,
  insideView,
  insideZoneView,
  leftView,
  myPresenceView,
  panelView,
  positionView,
  rollView,
  toPresenceStatus,
  userVisitView,
} from './presence.view.ts'
import type { ReadingCounts } from './reading-counts.ts'
import { retentionStart } from './retention-start.ts'
import { sharingProcedures } from './sharing/sharing.procedures.ts'
import { trackingRequestsProcedures } from './sharing/tracking-requests.procedures.ts'

/** Time in milliseconds during which an open live map counts as one view. */
const liveViewWindowMs = 60 * 60_000

/** Logs that the actor saw other people's positions and now follows them live. */
async function noteLiveView(tx: Tx, actorId: string, zoneId: string, peopleCount: number): Promise<void> {
  await audit(tx, 'location_access:live_map', {
    actorId,
    accessType: 'live_map',
    zoneId,
    people: peopleCount,
  })
}

/** Time in milliseconds within which pages count as one roll call. */
const rollCallWindowMs = 60 * 60_000

const insideCursors = createCursors('inside', { since: [instant, 'since_exact'], id: [id, 'user_id'] })
const rollCursors = createCursors('roll', { since: [instant, 'since_exact'], person: z.string() })
const leftCursors = createCursors('left', { at: [instant, 'exit_time_exact'], id: [id, 'user_id'] })
const insideZoneCursors = createCursors('inside zones', {
  over: z.boolean(),
  inside: [z.int(), 'current_occupancy'],
  id,
})

/** For roles without a PIN, a check that names a zone also accepts an invitation to it. */
export function presenceProcedures(
  deps: Pick<RecordingDeps, 'rate'> &
    CheckPositionDeps & {
      readonly members: Pick<MemberCache, 'forgetUser'>
      readonly readings: ReadingCounts
      readonly timeZone: string
    },
) {
  const recentViews = createRecentKeys(liveViewWindowMs)
  const recentRollCalls = createRecentKeys(rollCallWindowMs)
  const getRetentionStart = () => retentionStart(deps.retentionDays)
  return {
    ...daysProcedures(deps),
    ...sharingProcedures,
    ...trackingRequestsProcedures,

    checkUserInZone: api.presence.checkUserInZone
      .use(
        inZone('check_position', {
          invited: true,
          withoutTx: 'the check writer writes it, with others',
          fromMemory: true,
        }),
      )
      .handler(async ({ context: { db, actor, zone }, input: { zoneId, ...reading } }) => {
        if (zone.invited) {
          await db.asActor(actor, tx => acceptBySelection(tx, actor.userId, zone.id))
          deps.members.forgetUser(actor.userId)
        }
        const delay = waitForZones(deps, actor.userId)
        if (delay) await delay
        const { checks, refused } = await checkPosition(deps, actor, reading, [zoneId], 'manual')
        deps.readings.count('app', [{ checks, refused }])
        const check = checks.find(it => it.zoneId === zone.id)
        if (!check) throw fail(refused[0]?.code ?? 'ZONE_NOT_FOUND')
        return addOtherZones(check, checks)
      }),

    pointInZone: api.presence.pointInZone
      .use(inZone('view_zones', { withoutTx: 'the shape of the zone is held in memory' }))
      .handler(async ({ context: { zone }, input }) => {
        const cachedZone = await deps.zones.get(zone.id)
        if (!cachedZone) throw fail('ZONE_NOT_FOUND')
        return { inside: decidePrepared(cachedZone.shape, { lat: input.lat, lng: input.lng }).inside }
      }),

    status: api.presence.status.use(inZone(null)).handler(async ({ context: { tx, actor, zone }, input }) => {
      presencePolicy.viewPerson(zone, actor, input.userId)
      const row = await findPresence(tx, zone.id, input.userId)
      if (!row) throw fail('NOT_ASSIGNED')
      return { status: toPresenceStatus(row) }
    }),

    panel: api.presence.panel.use(inZone('view_attendance')).handler(async ({ context: { tx, zone } }) =>
      panelView({
        zoneId: zone.id,
        zone: await findOccupancy(tx, zone.id),
        left: await listLastLeft(tx, zone.id),
        visits: await listVisits(tx, zone.id, getRetentionStart()),
      }),
    ),

    visitsOf: api.presence.visitsOf
      .use(inZone('view_attendance'))
      .handler(async ({ context: { tx, zone }, input: { userId } }) => ({
        visits: (await listUserVisits(tx, zone.id, userId, getRetentionStart())).map(userVisitView),
      })),

    inside: api.presence.inside
      .use(inZone('view_attendance'))
      .handler(async ({ context: { tx, zone }, input: { cursor, limit, seen, search } }) => {
        const page = await insideCursors.read({ cursor, limit }, it =>
          listInside(tx, zone.id, { seen, search }, it),
        )
        return page.map(insideView)
      }),

    left: api.presence.left
      .use(inZone('view_attendance'))
      .handler(async ({ context: { tx, zone }, input: { cursor, limit, search } }) => {
        const page = await leftCursors.read({ cursor, limit }, it => listLeft(tx, zone.id, search, it))
        return { ...page.map(leftView), total: cursor || search ? null : await countLeft(tx, zone.id) }
      }),

    roll: api.presence.roll
      .use(inZone('view_attendance'))
      .handler(async ({ context: { tx, actor, zone, afterCommit }, input: { cursor, limit } }) => {
        const page = await rollCursors.read({ cursor, limit }, it => listRoll(tx, zone.id, it))
        // A roll call is logged with its first page. A later page without a recent roll call in this session is logged too.
        const rollCallKey = `${actor.sessionId} ${zone.id}`
        if (!cursor || recentRollCalls.isNew(rollCallKey)) {
          await audit(tx, 'data_access:inside', {
            actorId: actor.userId,
            accessType: 'roll',
            zoneId: zone.id,
          })
          afterCommit(() => recentRollCalls.remember(rollCallKey))
        }
        const withPhones = mayInZone(zone, 'view_zone_users')
        return page.map(row => rollView(row, withPhones))
      }),

    insideZones: api.presence.insideZones
      .use(signedIn('view_all_zones'))
      .handler(async ({ context: { tx }, input: { cursor, limit, ...filter } }) => {
        const page = await insideZoneCursors.read({ cursor, limit }, it => listInsideZones(tx, filter, it))
        return page.map(insideZoneView)
      }),

    insideCounts: api.presence.insideCounts
      .use(signedIn('view_all_zones'))
      .handler(({ context: { tx } }) => countInside(tx)),

    positions: api.presence.positions
      .use(inZone('track_live_locations'))
      .handler(async ({ context: { tx, actor, zone, afterCommit } }) => {
        const rows = await listPositions(tx, zone.id)
        const otherCount = rows.filter(row => row.user_id !== actor.userId).length
        const viewKey = `${actor.sessionId} ${zone.id}`
        if (otherCount > 0 && recentViews.isNew(viewKey)) {
          await noteLiveView(tx, actor.userId, zone.id, otherCount)
          afterCommit(() => recentViews.remember(viewKey))
        }
        return { people: rows.flatMap(positionView) }
      }),

    mine: api.presence.mine.use(signedIn()).handler(async ({ context: { tx, actor }, input }) => {
      const rows = await listOwnPresence(tx, actor.userId, input?.zoneId)
      const zoneIds = rows.map(row => row.zone_id)
      const visits = await listOwnVisits(tx, actor.userId, zoneIds, getRetentionStart())
      return { zones: rows.map(row => myPresenceView(row, visits)) }
    }),
  }
}
