import { toHostName, toNameKey, toPosterHalf, type VisitDoor } from '@muster/domain/visitor.ts'
import { createToken, hashToken } from '../../lib/secrets.ts'
import type { WriteContext } from '../../live/write.ts'
import { fail } from '../../rpc/fail.ts'
import { callVisitor, noteVisitBadge } from '../emergencies/index.ts'
import { findHostName, type PlaceRow } from './doors.queries.ts'
import { posterHalfUsedAlert, visitorArrivedAlert } from './visitors.alerts.ts'
import { visitChanged, visitorsEvents } from './visitors.events.ts'
import {
  findExpectedVisit,
  findVisitByRequest,
  insertVisit,
  isBadgeFree,
  lockVisitors,
  type NewVisit,
  readRoom,
  renewVisitToken,
  setVisitBadge,
  signInExpected,
  type WrittenVisit,
} from './write-visits.queries.ts'

type VisitorForm = {
  readonly name: string
  readonly company: string
  readonly phone: string
  readonly hostId: string | null
  readonly hostName: string
  readonly requestId: string
}
type Place = Pick<PlaceRow, 'zone_id' | 'zone_name'>

/**
 * An expected visitor keeps company and host as announced. Repeatable. Throws VISIT_NOTICE_CHANGED, VISITORS_FULL,
 * VISIT_BADGE_TAKEN.
 */
export async function signInAtDoor(
  context: WriteContext,
  place: PlaceRow,
  form: VisitorForm & {
    door: VisitDoor
    badge: string
    isExpected: boolean
    noticeVersion: number
    timeZone: string
  },
): Promise<{ visit: WrittenVisit; visitToken: string | null; hostName: string }> {
  const { tx } = context
  const { zone_id: zoneId } = place
  const visitToken = form.door === 'poster' ? createToken() : null
  const tokenHash = visitToken && hashToken(visitToken)
  await lockVisitors(tx, zoneId)
  const existing = await findVisitByRequest(tx, zoneId, form.requestId)
  if (existing) {
    if (toNameKey(existing.name) !== toNameKey(form.name)) throw fail('REQUEST_ID_TAKEN')
    // The first response was lost, and its token with it.
    if (tokenHash) await renewVisitToken(tx, existing.id, tokenHash)
    return {
      visit: existing,
      visitToken,
      hostName: await readHostName(context, place, form.door, existing.host_id),
    }
  }
  if (form.noticeVersion !== place.notice_version) throw fail('VISIT_NOTICE_CHANGED')
  const nameKey = toNameKey(form.name)
  const expected = form.isExpected
    ? await findExpectedVisit(tx, { zoneId, timeZone: form.timeZone, nameKey })
    : undefined
  const isPoster = form.door === 'poster' && !expected
  const room = await readRoom(tx, zoneId, {
    timeZone: form.timeZone,
    posterDayMost: isPoster ? place.poster_day_most : null,
  })
  if (!room.isFree) throw fail('VISITORS_FULL')
  const badge = place.asks_badge ? form.badge : ''
  if (badge !== '' && !(await isBadgeFree(tx, { zoneId, badge }))) throw fail('VISIT_BADGE_TAKEN')
  const accepted = { requestId: form.requestId, noticeVersion: form.noticeVersion, tokenHash }
  const visit =
    (expected && (await signInExpected(tx, expected.id, { ...accepted, phone: form.phone }))) ??
    (await insertVisit(tx, {
      ...accepted,
      ...(await toHostFields(context, zoneId, form)),
      zoneId,
      name: form.name,
      nameKey,
      company: form.company,
      phone: form.phone,
      way: form.door,
      kioskId: place.kiosk_id,
      createdBy: null,
      expectedOn: null,
    }))
  await announceArrival(context, place, visit)
  if (isPoster && room.today + 1 === toPosterHalf(place.poster_day_most))
    context.alert(posterHalfUsedAlert(place, room))
  if (badge !== '') {
    await setVisitBadge(tx, visit.id, badge)
    await noteVisitBadge(context, { zoneId, visitId: visit.id, badge })
  }
  return { visit, visitToken, hostName: await readHostName(context, place, form.door, visit.host_id) }
}

/** Signs in a visitor whom a manager enters. A repeated request returns the same visit. Throws VISITORS_FULL, VISIT_BADGE_TAKEN. */
export async function signInByHand(
  context: WriteContext,
  place: Place,
  form: VisitorForm & { badge: string; createdBy: string; timeZone: string },
): Promise<WrittenVisit> {
  const { tx } = context
  await lockVisitors(tx, place.zone_id)
  const existing = await findVisitByRequest(tx, place.zone_id, form.requestId)
  if (existing) {
    if (existing.created_by !== form.createdBy || existing.name !== form.name) throw fail('REQUEST_ID_TAKEN')
    return existing
  }
  const { isFree } = await readRoom(tx, place.zone_id, { timeZone: form.timeZone, posterDayMost: null })
  if (!isFree) throw fail('VISITORS_FULL')
  const { badge } = form
  if (badge !== '' && !(await isBadgeFree(tx, { zoneId: place.zone_id, badge })))
    throw fail('VISIT_BADGE_TAKEN')
  const visit = await insertVisit(tx, {
    ...(await toHostFields(context, place.zone_id, form)),
    zoneId: place.zone_id,
    requestId: form.requestId,
    name: form.name,
    nameKey: toNameKey(form.name),
    company: form.company,
    phone: form.phone,
    badge,
    way: 'hand',
    kioskId: null,
    createdBy: form.createdBy,
    expectedOn: null,
    noticeVersion: null,
    tokenHash: null,
  })
  await announceArrival(context, place, visit, form.createdBy)
  if (badge !== '') await noteVisitBadge(context, { zoneId: place.zone_id, visitId: visit.id, badge })
  return visit
}

/** Takes a host who belongs to the zone, or else the typed name. */
async function toHostFields(
  { tx }: WriteContext,
  zoneId: string,
  { hostId, hostName }: Pick<VisitorForm, 'hostId' | 'hostName'>,
): Promise<Pick<NewVisit, 'hostId' | 'hostName'>> {
  const isMember = hostId !== null && (await findHostName(tx, zoneId, hostId)) !== undefined
  return isMember ? { hostId, hostName: '' } : { hostId: null, hostName }
}

/** Reads the name of the host as strangers see it, because whoever signs in could choose anybody. */
const readHostName = async (
  { tx }: WriteContext,
  { zone_id }: Place,
  door: VisitDoor,
  hostId: string | null,
) => toHostName((hostId && (await findHostName(tx, zone_id, hostId))) || '', door)

/** Tells the host, and puts the visitor on the rolls of open emergencies. `receivedBy` met the visitor, and needs no alert. */
export async function announceArrival(
  context: WriteContext,
  { zone_id, zone_name }: Place,
  visit: WrittenVisit,
  receivedBy?: string,
): Promise<void> {
  const { publish, alert } = context
  if (visit.host_id !== null && visit.host_id !== receivedBy)
    alert(
      visitorArrivedAlert({
        id: visit.id,
        zoneId: zone_id,
        zoneName: zone_name,
        hostId: visit.host_id,
        name: visit.name,
        company: visit.company,
      }),
    )
  publish(visitorsEvents, visitChanged(visit, 'signed_in'))
  await callVisitor(context, { zoneId: zone_id, visitId: visit.id })
}
