import { id } from '@muster/contract/ids.ts'
import { z } from 'zod'
import type { ChangesCaches } from '../../live/event-rules.ts'
import { write } from '../../live/write.ts'
import type { Platform } from '../../platform/platform.ts'
import { api, canSee, signedIn } from '../../rpc/base.ts'
import { fail } from '../../rpc/fail.ts'
import { createCursors } from '../../rpc/paging.ts'
import { createPendingZone } from './create-zone.ts'
import { decideZoneRequest, resubmitZoneRequest, withdrawZoneRequest } from './decide-zone-request.ts'
import { requireZoneCapacity } from './zone-capacity.ts'
import {
  countOpenRequests,
  findRequestOfZone,
  listZoneRequests,
  requireZoneRequest,
} from './zone-requests.queries.ts'
import { zoneRequestView } from './zone-requests.view.ts'
import { ofDecidableRequest, ofOwnRequest, ofZoneRequest } from './zones.policy.ts'
import { findZone } from './zones.queries.ts'
import { zoneView } from './zones.view.ts'

const stepRate = { name: 'zone-requests', points: 60, seconds: 60 }
const requestCursors = createCursors('zone requests', {
  createdAt: [z.string().max(40), 'created_at_exact'],
  id,
})

const asOwnerReason = 'requests may write neither zone requests nor the status of zones'

/** Procedures for zone requests and their outcome. Row-level security shows other people's requests only to those who decide. */
export function zoneRequestsProcedures({
  caches,
  env,
}: Pick<Platform, 'env'> & ChangesCaches<'zones' | 'actorZones'>) {
  const zoneLimits = { inAll: env.ZONES_MOST, ofOne: env.ZONES_MOST_PER_PERSON }
  const createForgetZone = (zoneId: string | null) => () => {
    if (zoneId === null) return
    caches.zones.forgetZone(zoneId)
    caches.actorZones.forgetZone(zoneId)
  }
  return {
    list: api.zoneRequests.list
      .use(signedIn())
      .handler(async ({ context: { tx }, input: { status, cursor, limit } }) => {
        const page = await requestCursors.read({ cursor, limit }, it => listZoneRequests(tx, status, it))
        return page.map(zoneRequestView)
      }),

    counts: api.zoneRequests.counts.use(signedIn()).handler(({ context: { tx } }) => countOpenRequests(tx)),

    get: api.zoneRequests.get
      .use(canSee(ofZoneRequest))
      .handler(async ({ context: { tx, zoneRequest: row } }) => {
        const zone = row.zone_id === null ? undefined : await findZone(tx, row.zone_id)
        return { ...zoneRequestView(row), zone: zone ? zoneView(zone) : null }
      }),

    submit: api.zoneRequests.submit
      .use(
        signedIn('submit_zone_requests', {
          rateLimit: stepRate,
          withoutTx: 'all zones are counted first, as the owner',
        }),
      )
      .handler(async ({ context: { db, actor }, input }) => {
        await requireZoneCapacity(db, zoneLimits, actor.userId, [input.requestId])
        return db.asActor(actor, tx =>
          write(tx, async writeContext => {
            const row = await findRequestOfZone(tx, (await createPendingZone(writeContext, input)).id)
            // If there is no request, the request id belongs to a zone that was opened without approval.
            if (!row) throw fail('REQUEST_ID_TAKEN')
            return zoneRequestView(row)
          }),
        )
      }),

    resubmit: api.zoneRequests.resubmit
      .use(canSee(ofOwnRequest, 'submit_zone_requests', { rateLimit: stepRate, asOwner: asOwnerReason }))
      .handler(async ({ context, input: { note } }) => {
        const { tx, ownRequest } = context
        await resubmitZoneRequest(context, ownRequest, note)
        return zoneRequestView(await requireZoneRequest(tx, ownRequest.id))
      }),

    // Also allowed for people who may no longer request another zone.
    withdraw: api.zoneRequests.withdraw
      .use(canSee(ofOwnRequest, null, { rateLimit: stepRate, asOwner: asOwnerReason }))
      .handler(async ({ context }) => {
        const { tx, actor, afterCommit, ownRequest } = context
        await withdrawZoneRequest(context, ownRequest, actor.userId)
        afterCommit(createForgetZone(ownRequest.zone_id))
        return zoneRequestView(await requireZoneRequest(tx, ownRequest.id))
      }),

    decide: api.zoneRequests.decide
      .use(canSee(ofDecidableRequest, 'approve_requests', { rateLimit: stepRate, asOwner: asOwnerReason }))
      .handler(async ({ context, input }) => {
        const { tx, actor, afterCommit, zoneRequest } = context
        await decideZoneRequest(context, zoneRequest, input, actor.userId)
        afterCommit(createForgetZone(zoneRequest.zone_id))
        return zoneRequestView(await requireZoneRequest(tx, zoneRequest.id))
      }),
  }
}
