import type { Sharing } from '@muster/contract/presence-sharing.ts'
import { api, inZone, signedIn } from '../../../rpc/base.ts'
import { fail } from '../../../rpc/fail.ts'
import { readConsent } from '../../consents/index.ts'
import {
  endSharing,
  findSharing,
  isMember,
  listSharers,
  lockOwnProfile,
  pauseSharing,
  type SharingRow,
  upsertSharing,
} from './sharing.queries.ts'

const maxSharingMs = 24 * 60 * 60_000

/** Limits starting, pausing and resuming, because each is sent to screens and webhooks. Ending is never refused. */
const sharingRate = { name: 'sharing', points: 120, seconds: 60 * 60 }

/** Procedures for "Share my position while I’m here". The positions themselves arrive through the batch endpoint. */
export const sharingProcedures = {
  startSharing: api.presence.startSharing
    .use(inZone('check_position', { rateLimit: sharingRate }))
    .handler(async ({ context: { tx, actor, zone }, input }) => {
      if (zone.status !== 'active') throw fail('ZONE_NOT_ACTIVE')
      const endsAt = new Date(input.endsAt)
      const durationMs = endsAt.getTime() - Date.now()
      if (durationMs <= 0 || durationMs > maxSharingMs) throw fail('SHARING_TIME_INVALID')
      if (!(await isMember(tx, actor.userId, zone.id))) throw fail('NOT_ASSIGNED')
      const { userId, sessionId } = actor
      await lockOwnProfile(tx, userId)
      const consent = await readConsent(tx, userId)
      if (consent?.decision !== 'given') throw fail(consent ? 'CONSENT_WITHDRAWN' : 'CONSENT_NEEDED')
      return sharingView(await upsertSharing(tx, { userId, sessionId, zoneId: zone.id, endsAt }))
    }),

  pauseSharing: api.presence.pauseSharing
    .use(signedIn(null, { rateLimit: sharingRate }))
    .handler(async ({ context: { tx, actor }, input: { paused } }) => {
      const row = await pauseSharing(tx, actor.userId, paused)
      if (!row) throw fail('NOT_SHARING')
      return sharingView(row)
    }),

  endSharing: api.presence.endSharing.use(signedIn()).handler(async ({ context: { tx, actor } }) => {
    await endSharing(tx, actor.userId)
    return { ended: true as const }
  }),

  mySharing: api.presence.mySharing.use(signedIn()).handler(async ({ context: { tx, actor } }) => {
    const row = await findSharing(tx, actor.userId)
    return { sharing: row ? sharingView(row) : null }
  }),

  sharers: api.presence.sharers.use(inZone('view_attendance')).handler(async ({ context: { tx, zone } }) => ({
    people: (await listSharers(tx, zone.id)).map(row => ({
      userId: row.user_id,
      endsAt: row.ends_at.toISOString(),
      paused: row.paused_at !== null,
    })),
  })),
}

const sharingView = (row: SharingRow): Sharing => ({
  zoneId: row.zone_id,
  sessionId: row.session_id,
  startedAt: row.started_at.toISOString(),
  endsAt: row.ends_at.toISOString(),
  pausedAt: row.paused_at?.toISOString() ?? null,
})
