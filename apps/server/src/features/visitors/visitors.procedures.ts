import { randomInt } from 'node:crypto'
import { maxCsvRows } from '@muster/contract/csv-file.ts'
import { id, instant } from '@muster/contract/ids.ts'
import { DAY_MS } from '@muster/domain/time-units.ts'
import {
  formatKioskCode,
  kioskCodeLength,
  kioskCodeLetters,
  kiosksMost,
  toNameKey,
  visitAheadDays,
  visitorsExpectedMost,
} from '@muster/domain/visitor.ts'
import { mayInZone } from '@muster/domain/zone-permission.ts'
import type { Tx } from '../../db/database.ts'
import { loadPersonNames } from '../../db/person-names.ts'
import { many, pluck } from '../../db/rows.ts'
import { createToken, hashToken } from '../../lib/secrets.ts'
import { write } from '../../live/write.ts'
import type { Platform } from '../../platform/platform.ts'
import { api, inZone } from '../../rpc/base.ts'
import type { ActorZone } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { createCursors } from '../../rpc/paging.ts'
import { createRateLimit, refundIfRefused } from '../../rpc/rate-limit.ts'
import { readOwnLanguage } from '../../rpc/reading-language.queries.ts'
import { noteVisitBadge } from '../emergencies/index.ts'
import { audit } from '../security/index.ts'
import {
  deleteKiosk,
  insertKiosk,
  listKiosks,
  readSettings,
  replacePoster,
  writeSettings,
} from './doors.queries.ts'
import { announceArrival, signInByHand } from './sign-in-visitor.ts'
import { signOutVisitor, signOutVisitors } from './sign-out-visitor.ts'
import { undoSignOut } from './undo-sign-out.ts'
import { visitorsEvents } from './visitors.events.ts'
import { kioskView, settingsView, visitView } from './visitors.view.ts'
import { toVisitsFile } from './visitors-csv.ts'
import { countVisits, listVisits, listVisitsBetween } from './visits.queries.ts'
import {
  countExpected,
  deleteExpected,
  findVisitByRequest,
  insertVisit,
  isBadgeFree,
  isNearDay,
  lockVisit,
  lockVisitors,
  readRoom,
  setVisitBadge,
  signInExpected,
} from './write-visits.queries.ts'

const visitCursors = createCursors('visitors', { at: [instant, 'at_exact'], id })
const ownerReason = 'whoever comes or leaves changes the rolls of emergencies'
const inviteRate = { name: 'visitor-invite', points: 60, seconds: 60 * 60 }
const writeLimit = { name: 'visitor-write', points: 300, seconds: 60 * 60 }
const setupLimit = { name: 'visitor-setup', points: 60, seconds: 60 * 60 }
const exportLimit = { name: 'visitor-export', points: 30, seconds: 60 * 60 }
/** Days and rows of an export. */
const exportDaysMost = 366

const createCode = () =>
  Array.from({ length: kioskCodeLength }, () => kioskCodeLetters[randomInt(kioskCodeLetters.length)]).join('')

/** Every member may invite; people who may add members receive visitors, and set up kiosks and the poster. */
export function visitorsProcedures({ db, env, mailQueue }: Pick<Platform, 'db' | 'env' | 'mailQueue'>) {
  const timeZone = env.TIME_ZONE
  const inviteLimit = createRateLimit(db.pool, inviteRate)
  // Limits emails to one address, whoever sends them: its owner may want none of them.
  const addressLimit = createRateLimit(db.pool, {
    name: 'visit-invitation-address',
    points: 10,
    seconds: 24 * 60 * 60,
  })
  return {
    list: api.visitors.list
      .use(inZone('view_zones'))
      .handler(async ({ context: { tx, actor, zone }, input: { cursor, limit, state, way, search } }) => {
        const filter = { zoneId: zone.id, state, way, search, timeZone }
        const page = await visitCursors.read({ cursor, limit }, it => listVisits(tx, filter, it))
        const names = await loadPersonNames(tx, pluck(page.rows, 'host_id'))
        return page.map(row => visitView(row, names, actor.userId))
      }),

    counts: api.visitors.counts
      .use(inZone('view_zones'))
      .handler(({ context: { tx, zone }, input: { way, search } }) =>
        countVisits(tx, { zoneId: zone.id, timeZone, way, search }),
      ),

    invite: api.visitors.invite
      .use(inZone('view_zones', { withoutTx: 'no transaction waits for the limit of emails to one address' }))
      .handler(async ({ context: { actor, zone }, input }) => {
        requireActive(zone)
        await inviteLimit.take(actor.userId)
        const attempts = input.email ? [await addressLimit.take(input.email.toLowerCase())] : []
        return refundIfRefused(attempts, () =>
          db.asOwner(ownerReason, tx =>
            write(tx, async ({ publish }) => {
              await lockVisitors(tx, zone.id)
              const existing = await findVisitByRequest(tx, zone.id, input.requestId)
              if (existing) {
                if (existing.created_by !== actor.userId || existing.name !== input.name)
                  throw fail('REQUEST_ID_TAKEN')
                return { visitId: existing.id }
              }
              const place = { zoneId: zone.id, timeZone }
              if (!(await isNearDay(tx, { ...place, day: input.expectedOn, days: visitAheadDays })))
                throw fail('VISIT_DAY_INVALID')
              if ((await countExpected(tx, place)) >= visitorsExpectedMost) throw fail('VISITORS_FULL')
              const visit = await insertVisit(tx, {
                zoneId: zone.id,
                requestId: input.requestId,
                name: input.name,
                nameKey: toNameKey(input.name),
                company: input.company,
                phone: input.phone,
                hostId: actor.userId,
                hostName: '',
                way: 'host',
                kioskId: null,
                createdBy: actor.userId,
                expectedOn: input.expectedOn,
                noticeVersion: null,
                tokenHash: null,
              })
              if (input.email)
                await mailQueue.add({ kind: 'visit-invitation', email: input.email, visitId: visit.id }, tx)
              publish(visitorsEvents, { kind: 'visitors.changed', zoneId: zone.id, hostId: actor.userId })
              return { visitId: visit.id }
            }),
          ),
        )
      }),

    add: api.visitors.add
      .use(inZone('link_users', { asOwner: ownerReason, rateLimit: writeLimit }))
      .handler(async ({ context, input: { zoneId: _, ...form } }) => {
        const { tx, actor, zone } = context
        requireActive(zone)
        const place = await readPlace(tx, zone.id)
        const visit = await signInByHand(context, place, { ...form, createdBy: actor.userId, timeZone })
        return { visitId: visit.id }
      }),

    setBadge: api.visitors.setBadge
      .use(inZone('link_users', { asOwner: ownerReason, rateLimit: writeLimit }))
      .handler(async ({ context, input: { visitId, badge } }) => {
        const { tx, actor, zone, publish } = context
        await lockVisitors(tx, zone.id)
        const visit = await requireVisit(tx, zone, actor.userId, visitId)
        if (visit.signed_in_at === null || visit.signed_out_at !== null) throw fail('VISIT_NOT_FOUND')
        if (badge !== '' && !(await isBadgeFree(tx, { zoneId: zone.id, badge, visitId })))
          throw fail('VISIT_BADGE_TAKEN')
        await setVisitBadge(tx, visitId, badge)
        await noteVisitBadge(context, { zoneId: zone.id, visitId, badge })
        publish(visitorsEvents, { kind: 'visitors.changed', zoneId: zone.id, hostId: visit.host_id })
        return { visitId }
      }),

    receive: api.visitors.receive
      .use(inZone('view_zones', { asOwner: ownerReason, rateLimit: writeLimit }))
      .handler(async ({ context, input: { visitId } }) => {
        const { tx, actor, zone } = context
        requireActive(zone)
        await lockVisitors(tx, zone.id)
        const visit = await requireVisit(tx, zone, actor.userId, visitId)
        if (visit.signed_in_at !== null) return { visitId }
        if (!(await readRoom(tx, zone.id, { timeZone, posterDayMost: null })).isFree)
          throw fail('VISITORS_FULL')
        const accepted = { requestId: null, noticeVersion: null, tokenHash: null }
        const received = await signInExpected(tx, visitId, accepted)
        if (received) await announceArrival(context, await readPlace(tx, zone.id), received, actor.userId)
        return { visitId }
      }),

    signOut: api.visitors.signOut
      .use(inZone('view_zones', { asOwner: ownerReason, rateLimit: writeLimit }))
      .handler(async ({ context, input: { visitId, seenBy } }) => {
        const { tx, actor, zone } = context
        const visit = await requireVisit(tx, zone, actor.userId, visitId)
        if (visit.signed_in_at === null) throw fail('VISIT_NOT_FOUND')
        const ended = visit.host_id === actor.userId ? 'host' : 'manager'
        const signedOutAt = await signOutVisitor(context, visitId, { ended, endedBy: actor.userId, seenBy })
        return { visitId, signedOutAt: signedOutAt?.toISOString() ?? null }
      }),

    undoSignOut: api.visitors.undoSignOut
      .use(inZone('view_zones', { asOwner: ownerReason, rateLimit: writeLimit }))
      .handler(async ({ context, input: { visitId, signedOutAt } }) => {
        const { tx, actor, zone } = context
        requireActive(zone)
        await lockVisitors(tx, zone.id)
        const visit = await requireVisit(tx, zone, actor.userId, visitId)
        if (visit.signed_in_at === null) throw fail('VISIT_NOT_FOUND')
        if (visit.signed_out_at === null) return { visitId }
        // Somebody else may have signed the visitor out since.
        if (visit.signed_out_at.getTime() !== Date.parse(signedOutAt)) throw fail('SIGN_OUT_NOT_UNDOABLE')
        await undoSignOut(context, {
          ...{ zoneId: zone.id, visitId, badge: visit.badge, signedOutAt: visit.signed_out_at },
          ...{ undoneBy: actor.userId, timeZone },
        })
        return { visitId }
      }),

    signOutMany: api.visitors.signOutMany
      .use(inZone('link_users', { asOwner: ownerReason, rateLimit: writeLimit }))
      .handler(async ({ context, input: { zoneId: _, seenBy, ...choice } }) => ({
        visitors: await signOutVisitors(context, context.zone.id, {
          choice,
          seenBy,
          endedBy: context.actor.userId,
        }),
      })),

    cancel: api.visitors.cancel
      .use(inZone('view_zones', { rateLimit: writeLimit }))
      .handler(async ({ context: { tx, actor, zone, publish }, input: { visitId } }) => {
        const hostId = mayInZone(zone, 'link_users') ? undefined : actor.userId
        const visit = await deleteExpected(tx, { zoneId: zone.id, visitId, hostId })
        if (!visit) throw fail('VISIT_NOT_FOUND')
        publish(visitorsEvents, { kind: 'visitors.changed', zoneId: zone.id, hostId: visit.host_id })
        return { visitId }
      }),

    exportCsv: api.visitors.exportCsv
      .use(inZone('view_attendance', { rateLimit: exportLimit }))
      .handler(async ({ context: { tx, actor, zone }, input: { from, to } }) => {
        const days = (Date.parse(to) - Date.parse(from)) / DAY_MS
        if (days < 0 || days > exportDaysMost) throw fail('VISIT_DAY_INVALID')
        const period = { zoneId: zone.id, from, to, timeZone }
        const listed = await listVisitsBetween(tx, period, maxCsvRows + 1)
        const rows = listed.slice(0, maxCsvRows)
        const names = await loadPersonNames(tx, pluck(rows, 'host_id'))
        await audit(tx, 'data_access:visitors_exported', {
          actorId: actor.userId,
          zoneId: zone.id,
          from,
          to,
          rows: rows.length,
        })
        return toVisitsFile(rows, { names, language: await readOwnLanguage(tx), total: listed.length })
      }),

    settings: api.visitors.settings
      .use(inZone('link_users'))
      .handler(async ({ context: { tx, zone } }) => settingsView(await readSettings(tx, zone.id))),

    setSettings: api.visitors.setSettings
      .use(inZone('link_users', { rateLimit: setupLimit }))
      .handler(async ({ context: { tx, actor, zone, publish }, input: { zoneId: _, ...form } }) => {
        await writeSettings(tx, zone.id, form)
        const settings = settingsView(await readSettings(tx, zone.id))
        await audit(tx, 'visitor_settings_changed:saved', {
          actorId: actor.userId,
          zoneId: zone.id,
          keptDays: settings.keptDays,
          noticeVersion: settings.noticeVersion,
        })
        publish(visitorsEvents, { kind: 'visitors.changed', zoneId: zone.id, hostId: null })
        return settings
      }),

    renewPoster: api.visitors.renewPoster
      .use(inZone('link_users', { rateLimit: setupLimit }))
      .handler(async ({ context: { tx, actor, zone, publish } }) => {
        requireActive(zone)
        const token = createToken()
        await replacePoster(tx, zone.id, hashToken(token))
        await audit(tx, 'visitor_settings_changed:poster', { actorId: actor.userId, zoneId: zone.id })
        publish(visitorsEvents, { kind: 'visitors.changed', zoneId: zone.id, hostId: null })
        return { token }
      }),

    kiosks: api.visitors.kiosks.use(inZone('link_users')).handler(async ({ context: { tx, zone } }) => ({
      kiosks: (await listKiosks(tx, zone.id, kiosksMost)).map(kioskView),
    })),

    openKiosk: api.visitors.openKiosk
      .use(inZone('link_users', { rateLimit: setupLimit }))
      .handler(async ({ context: { tx, actor, zone, publish }, input: { name } }) => {
        requireActive(zone)
        await lockVisitors(tx, zone.id)
        if ((await listKiosks(tx, zone.id, kiosksMost)).length >= kiosksMost) throw fail('KIOSKS_FULL')
        const code = createCode()
        const kiosk = await insertKiosk(tx, {
          zoneId: zone.id,
          name,
          codeHash: hashToken(code),
          openedBy: actor.userId,
        })
        await audit(tx, 'visitor_settings_changed:kiosk_opened', {
          actorId: actor.userId,
          zoneId: zone.id,
          kioskId: kiosk.id,
        })
        publish(visitorsEvents, { kind: 'visitors.changed', zoneId: zone.id, hostId: null })
        return {
          kioskId: kiosk.id,
          code: formatKioskCode(code),
          expiresAt: (kiosk.code_expires_at ?? new Date()).toISOString(),
        }
      }),

    closeKiosk: api.visitors.closeKiosk
      .use(inZone('link_users', { rateLimit: setupLimit }))
      .handler(async ({ context: { tx, actor, zone, publish }, input: { kioskId } }) => {
        if (!(await deleteKiosk(tx, zone.id, kioskId))) throw fail('NOT_FOUND')
        await audit(tx, 'visitor_settings_changed:kiosk_closed', {
          actorId: actor.userId,
          zoneId: zone.id,
          kioskId,
        })
        publish(visitorsEvents, { kind: 'visitors.changed', zoneId: zone.id, hostId: null })
        return { closed: true as const }
      }),
  }
}

function requireActive({ status }: ActorZone): void {
  if (status !== 'active') throw fail('ZONE_NOT_ACTIVE')
}

/** Locks a visit that the actor hosts, or that they may receive. Throws VISIT_NOT_FOUND. */
async function requireVisit(tx: Tx, zone: ActorZone, userId: string, visitId: string) {
  const visit = await lockVisit(tx, zone.id, visitId)
  if (!visit || !(visit.host_id === userId || mayInZone(zone, 'link_users'))) throw fail('VISIT_NOT_FOUND')
  return visit
}

async function readPlace(tx: Tx, zoneId: string): Promise<{ zone_id: string; zone_name: string }> {
  const rows = await many(tx)<{ zone_id: string; zone_name: string }>`
    select id as zone_id, name as zone_name from zones where id = ${zoneId}`
  const [place] = rows
  if (!place) throw fail('ZONE_NOT_FOUND')
  return place
}
