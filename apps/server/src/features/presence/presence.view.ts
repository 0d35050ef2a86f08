import type { InsideParts } from '@muster/contract/inside-parts.ts'
import type {
  CheckAnswer,
  InsidePerson,
  InsideZone,
  LeftPerson,
  LivePosition,
  MyPresence,
  PresencePanel,
  Visit,
  ZoneRollPerson,
} from '@muster/contract/presence.ts'
import { type Presence, toPresence } from '@muster/domain/presence.ts'
import { effectiveRole, type Role, type ZoneRole } from '@muster/domain/role.ts'
import { splitName } from '@muster/domain/roll.ts'
import { toUnknownBadgeName } from '@muster/domain/stand-in-name.ts'
import { formatIsoTime } from '../../lib/iso-time.ts'
import type { RecordedCheck } from './check-writer/pending-check.ts'
import type { InsideZoneRow } from './inside-zones.queries.ts'
import {
  hiddenPersonName,
  type InsideRow,
  type LastLeftRow,
  type LeftRow,
  type OccupancyRow,
  type OwnPresenceRow,
  type OwnVisitRow,
  type PositionRow,
  type RollRow,
  type UserVisitRow,
  type VisitRow,
} from './presence.queries.ts'
import type { VisitPersonRow } from './visit-people.sql.ts'

export function checkView(
  checkId: string,
  zone: { id: string; name: string },
  check: RecordedCheck,
): CheckAnswer {
  return {
    checkId,
    zoneId: zone.id,
    zoneName: zone.name,
    verdict: check.unclear ? 'unclear' : check.inside ? 'inside' : 'outside',
    inside: check.inside,
    distanceToCenterM: check.distanceToCenterM,
    distanceToEdgeM: check.distanceToEdgeM,
    certainty: check.certainty,
    presence: check.presence,
    change: check.change,
    capturedAt: formatIsoTime(check.capturedAt),
    receivedAt: formatIsoTime(check.receivedAt),
  }
}

/** Adds to the result for the requested zone the other zones where the same reading places its sender inside, nearest first. */
export function addOtherZones(check: CheckAnswer, checks: readonly CheckAnswer[]): CheckAnswer {
  if (checks.length === 1) return check
  const otherZonesInside = checks
    // A late reading may lie in a zone that its sender has left since then.
    .filter(it => it !== check && it.verdict === 'inside' && it.presence === 'inside')
    .sort((a, b) => a.distanceToCenterM - b.distanceToCenterM)
    .map(({ zoneId, zoneName }) => ({ zoneId, name: zoneName }))
  return otherZonesInside.length > 0 ? { ...check, alsoInside: otherZonesInside } : check
}

export const insideZoneView = (row: InsideZoneRow): InsideZone => ({
  zoneId: row.id,
  name: row.name,
  status: row.status,
  maxCapacity: row.max_capacity,
  inside: row.current_occupancy,
  parts: partsView(row),
  unseen: Math.min(row.unseen_occupancy, row.current_occupancy),
})

const partsView = (
  row: Pick<OccupancyRow, 'phone_occupancy' | 'badge_occupancy' | 'visitor_occupancy'>,
): InsideParts => ({
  byPhone: row.phone_occupancy,
  byBadge: row.badge_occupancy,
  visitors: row.visitor_occupancy,
})

export const toPresenceStatus = (row: { is_inside_zone: boolean; captured_at: Date | null }): Presence =>
  toPresence({ inside: row.is_inside_zone, capturedAt: row.captured_at?.getTime() ?? null })

type PanelRows = {
  zoneId: string
  zone: OccupancyRow
  left: readonly LastLeftRow[]
  visits: readonly VisitRow[]
}

export const panelView = ({ zoneId, zone, left, visits }: PanelRows): PresencePanel => ({
  zoneId,
  maxCapacity: zone.max_capacity,
  inside: zone.current_occupancy,
  parts: partsView(zone),
  unseen: zone.unseen_occupancy,
  unseenByBadge: zone.badge_unseen,
  recentlyLeft: left.flatMap(row =>
    row.exit_time ? { ...personView(row), at: row.exit_time.toISOString() } : [],
  ),
  history: visits.map(visitView),
})

export const leftView = (row: LeftRow): LeftPerson => ({
  ...personView(row),
  at: (row.exit_time ?? new Date(row.exit_time_exact)).toISOString(),
})

export const insideView = (row: InsideRow): InsidePerson => ({
  ...personView(row),
  since: row.since.toISOString(),
  lastSeen: row.seen_at.toISOString(),
  accuracyMeters: row.accuracy_meters,
  mock: row.mock ?? false,
})

/** Builds an entry of the roll call. Pass `withPhones` only if the reader may see the people in the zone. */
export const rollView = (row: RollRow, withPhones: boolean): ZoneRollPerson => ({
  person: row.person,
  userId: row.user_id,
  way: row.way,
  ...rollNameView(row),
  userCode: row.way === 'badge' ? row.badge : row.user_code,
  phone: withPhones ? row.phone : null,
  lastSeen: row.seen_at.toISOString(),
  unseen: row.unseen,
  mock: row.mock ?? false,
  reader: row.reader ?? '',
  note: [row.company, row.host].filter(Boolean).join(' · '),
})

function rollNameView(row: RollRow): { firstName: string; lastName: string } {
  if (row.user_id !== null)
    return row.global_role === null
      ? { firstName: '', lastName: hiddenPersonName }
      : { firstName: row.first_name ?? '', lastName: row.last_name ?? '' }
  return row.name
    ? splitName(row.name)
    : { firstName: '', lastName: toUnknownBadgeName(row.badge ?? row.person) }
}

export function positionView(row: PositionRow): LivePosition[] {
  if (!row.captured_at) return []
  const { userId, name } = personView(row)
  return [
    {
      userId,
      name,
      inside: row.is_inside_zone,
      lat: row.latitude,
      lng: row.longitude,
      accuracyMeters: row.accuracy_meters,
      mock: row.mock ?? false,
      at: row.captured_at.toISOString(),
    },
  ]
}

export function myPresenceView(row: OwnPresenceRow, visits: readonly OwnVisitRow[]): MyPresence {
  return {
    zoneId: row.zone_id,
    presence: toPresenceStatus(row),
    lastSeen: row.captured_at?.toISOString() ?? null,
    insideSince: row.is_inside_zone ? (row.entry_time?.toISOString() ?? null) : null,
    source: row.tracking_source,
    mock: row.mock ?? false,
    recent: visits
      .filter(visit => visit.zone_id === row.zone_id)
      .map(visit => ({ id: visit.id, ...spanView(visit) })),
  }
}

export const userVisitView = (row: UserVisitRow) => ({
  id: row.id,
  ...spanView(row),
  lastSeen: row.last_seen?.toISOString() ?? null,
  source: row.tracking_source,
  mock: isMockVisit(row),
})

/** True if the visit's first or last reading is faked. */
export const isMockVisit = (row: { entry_mock: boolean | null; exit_mock: boolean | null }) =>
  (row.entry_mock ?? false) || (row.exit_mock ?? false)

function visitView(row: VisitRow): Visit {
  const { userId, name, role } = personView(row)
  return { ...userVisitView(row), userId, userName: name, role }
}

const spanView = (row: { entry_time: Date; exit_time: Date | null; duration_minutes: number | null }) => ({
  entryTime: row.entry_time.toISOString(),
  exitTime: row.exit_time?.toISOString() ?? null,
  durationMinutes: row.duration_minutes,
})

/**
 * Returns the name and role shown for a person. Only an internal admin can be present without a profile visible to the viewer; they
 * are shown as `hiddenPersonName`.
 */
export function personView(row: VisitPersonRow): { userId: string; name: string; role: Role } {
  const isHidden = row.global_role === null
  return {
    userId: row.user_id,
    name: isHidden ? hiddenPersonName : `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim(),
    role: isHidden
      ? 'admin'
      : effectiveRole(row.global_role as Role, (row.zone_role ?? undefined) as ZoneRole | undefined),
  }
}
