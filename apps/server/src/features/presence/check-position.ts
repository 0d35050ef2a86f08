import type { CheckAnswer, refusals } from '@muster/contract/presence.ts'
import { decidePrepared } from '@muster/domain/geofence.ts'
import type { TrackingSource } from '@muster/domain/presence.ts'
import { isInternalAdmin, type Role } from '@muster/domain/role.ts'
import { DAY_MS } from '@muster/domain/time-units.ts'
import { whenKnown } from '../../lib/when-known.ts'
import type { CheckWriter } from './check-writer/check-writer.ts'
import type { PendingCheck } from './check-writer/pending-check.ts'
import type { MemberCache } from './member-cache.ts'
import { checkView } from './presence.view.ts'
import type { CachedZone, ZoneCache } from './zone-cache.ts'
import type { ZonesOfAdmin } from './zones-of-admin.ts'

export type CheckPositionDeps = {
  readonly writer: Pick<CheckWriter, 'write' | 'findRefusal'>
  readonly zones: Pick<ZoneCache, 'get'>
  readonly members: Pick<MemberCache, 'findZones' | 'isMember' | 'findConsentRefusal'>
  readonly zonesOfAdmin: ZonesOfAdmin
  /** Older readings are not recorded, because the next cleanup would delete them. */
  readonly retentionDays: number
  readonly now?: () => number
}

/** A reading from a device, in degrees (WGS 84) and metres, with an ISO 8601 time by the device's clock. */
export type Reading = {
  readonly id: string
  readonly lat: number
  readonly lng: number
  readonly accuracyMeters: number | null
  readonly capturedAt: string
  /** True if the device reports that another app faked the position. */
  readonly mock?: boolean | undefined
}

export type RefusalCode = Exclude<(typeof refusals)[number], 'READING_INVALID'>
export type Refusal = { readonly zoneId: string | null; readonly code: RefusalCode }
export type CheckPositionResult = { readonly checks: CheckAnswer[]; readonly refused: Refusal[] }

/**
 * Readings up to this far (ms) in the future, from a clock with the wrong time zone or day, are dated by the server clock; those
 * further ahead are rejected.
 */
const MAX_AHEAD_MS = DAY_MS

/**
 * Every endpoint that receives readings uses it. Without `zoneIds`: the actor's active zones; for an internal admin, those they are
 * in or leaving; a manual reading's named zones come on top. Records nothing without location consent, too late or too far in the
 * future. Resolves after the commit, refusals included. Rejects with SERVICE_UNAVAILABLE when the database does not keep up,
 * TOO_MANY_REQUESTS when too many of the person's checks wait; repeating is safe.
 */
export function checkPosition(
  deps: CheckPositionDeps,
  actor: Sender,
  reading: Reading,
  zoneIds: readonly string[] | undefined,
  source: TrackingSource,
): Promise<CheckPositionResult> {
  const now = (deps.now ?? Date.now)()
  const timedReading: TimedReading = { reading, at: Date.parse(reading.capturedAt), now, source }
  const age = now - timedReading.at
  if (age > deps.retentionDays * DAY_MS || age < -MAX_AHEAD_MS) {
    const code = age > 0 ? 'READING_TOO_OLD' : 'READING_IN_FUTURE'
    return Promise.resolve(refuseAll(zoneIds, code))
  }
  const refusal = deps.members.findConsentRefusal(actor.userId)
  if (refusal instanceof Promise)
    return refusal.then(code =>
      code ? refuseAll(zoneIds, code) : checkReadingInZones(deps, actor, timedReading, zoneIds),
    )
  return refusal
    ? Promise.resolve(refuseAll(zoneIds, refusal))
    : checkReadingInZones(deps, actor, timedReading, zoneIds)
}

const refuseAll = (zoneIds: readonly string[] | undefined, code: RefusalCode): CheckPositionResult => ({
  checks: [],
  refused: (zoneIds ?? [null]).map(zoneId => ({ zoneId, code })),
})

function checkReadingInZones(
  deps: CheckPositionDeps,
  actor: Sender,
  timedReading: TimedReading,
  zoneIds: readonly string[] | undefined,
): Promise<CheckPositionResult> {
  if (zoneIds === undefined)
    return findZones(deps, actor, timedReading.reading).then(ownZoneIds =>
      checkInZones(deps, actor, timedReading, [], ownZoneIds),
    )
  // Only a manual reading is also checked against the person's other zones.
  if (timedReading.source !== 'manual') return checkNamedZones(deps, actor, timedReading, zoneIds, [])
  const otherZoneIds = findOtherZones(deps, actor, timedReading.reading, zoneIds)
  return otherZoneIds instanceof Promise
    ? otherZoneIds.then(zones => checkNamedZones(deps, actor, timedReading, zoneIds, zones))
    : checkNamedZones(deps, actor, timedReading, zoneIds, otherZoneIds)
}

function checkNamedZones(
  deps: CheckPositionDeps,
  actor: Sender,
  timedReading: TimedReading,
  zoneIds: readonly string[],
  otherZoneIds: readonly string[],
): Promise<CheckPositionResult> {
  const [onlyZoneId] = zoneIds
  // The hot path: one named zone with everything cached, so only the writer is awaited.
  if (onlyZoneId !== undefined && zoneIds.length === 1 && otherZoneIds.length === 0) {
    const answer = whenKnown(decideInZone(deps, actor, timedReading, onlyZoneId), decision =>
      writeDecision(deps, timedReading, decision),
    )
    return answer instanceof Promise ? answer.then(toSingleResult) : Promise.resolve(toSingleResult(answer))
  }
  return checkInZones(deps, actor, timedReading, zoneIds, otherZoneIds)
}

const toSingleResult = (answer: Answer): CheckPositionResult =>
  'code' in answer ? { checks: [], refused: [answer] } : { checks: [answer], refused: [] }

/**
 * Checks the reading against the zones it names and against `otherZoneIds`. Refusals for the latter, except CHECK_ID_TAKEN, are
 * ignored, because the sender did not name those zones.
 */
async function checkInZones(
  deps: CheckPositionDeps,
  actor: Sender,
  timedReading: TimedReading,
  namedIds: readonly string[],
  otherZoneIds: readonly string[],
): Promise<CheckPositionResult> {
  const zoneIdsToCheck = [...namedIds, ...otherZoneIds]
  // Refuse all checks with one error, because a thousand individual refusals would cost more than the checks.
  const refusal =
    zoneIdsToCheck.length > 1 ? deps.writer.findRefusal(actor.userId, zoneIdsToCheck.length) : undefined
  if (refusal) throw refusal
  // Decide everything before writing, so that a reading's checks reach the writer together and share a batch. Readings for a person
  // in more zones than a batch takes per person are spread over several batches.
  const decisions = await Promise.all(
    zoneIdsToCheck.map(zoneId => decideInZone(deps, actor, timedReading, zoneId)),
  )
  const answers = await Promise.all(decisions.map(decision => writeDecision(deps, timedReading, decision)))
  const result: CheckPositionResult = { checks: [], refused: [] }
  for (const [index, answer] of answers.entries()) {
    if (!('code' in answer)) result.checks.push(answer)
    else if (index < namedIds.length || answer.code === 'CHECK_ID_TAKEN') result.refused.push(answer)
  }
  return result
}

const findZones = async (
  { members, zonesOfAdmin }: CheckPositionDeps,
  { userId, role }: Sender,
  reading: Reading,
) => (isInternalAdmin(role) ? zonesOfAdmin(userId, reading) : [...(await members.findZones(userId))])

/** Lists the person's zones that the reading does not name; synchronous if they are cached. */
function findOtherZones(
  deps: CheckPositionDeps,
  actor: Sender,
  reading: Reading,
  zoneIds: readonly string[],
): readonly string[] | Promise<readonly string[]> {
  const namedIds = zoneIds.map(zoneId => zoneId.toLowerCase())
  const ownZones = isInternalAdmin(actor.role)
    ? deps.zonesOfAdmin(actor.userId, reading)
    : deps.members.findZones(actor.userId)
  return whenKnown<Iterable<string>, readonly string[]>(ownZones, zones =>
    [...zones].filter(zoneId => !namedIds.includes(zoneId)),
  )
}

export type Sender = { readonly userId: string; readonly role: Role }
/** A reading with its capture and arrival times in ms. */
type TimedReading = {
  readonly reading: Reading
  readonly at: number
  readonly now: number
  readonly source: TrackingSource
}
type Answer = CheckAnswer | Refusal
/** A check ready to be written, with its zone. */
type Decision = { readonly zone: CachedZone; readonly check: PendingCheck }

/** Looks the zone up only for its members and internal admins; everybody else gets ZONE_NOT_FOUND. */
function decideInZone(
  deps: CheckPositionDeps,
  actor: Sender,
  timedReading: TimedReading,
  zoneId: string,
): Decision | Refusal | Promise<Decision | Refusal> {
  const key = zoneId.toLowerCase()
  const isPermitted = isInternalAdmin(actor.role) || deps.members.isMember(actor.userId, key)
  if (isPermitted === true) return decideAsMember(deps, actor, timedReading, zoneId, key)
  return whenKnown<boolean, Decision | Refusal>(isPermitted, isAllowed =>
    isAllowed ? decideAsMember(deps, actor, timedReading, zoneId, key) : { zoneId, code: 'ZONE_NOT_FOUND' },
  )
}

function decideAsMember(
  deps: CheckPositionDeps,
  actor: Sender,
  timedReading: TimedReading,
  zoneId: string,
  key: string,
): Decision | Refusal | Promise<Decision | Refusal> {
  return whenKnown<CachedZone | null, Decision | Refusal>(deps.zones.get(key), zone => {
    if (!zone) return { zoneId, code: 'ZONE_NOT_FOUND' }
    if (zone.status !== 'active') return { zoneId, code: 'ZONE_NOT_ACTIVE' }
    return { zone, check: createPendingCheck(zone, actor, timedReading) }
  })
}

function writeDecision(
  { writer }: CheckPositionDeps,
  { reading }: TimedReading,
  decision: Decision | Refusal,
): Answer | Promise<Answer> {
  if ('code' in decision) return decision
  const { zone, check } = decision
  return writer
    .write(check)
    .then(outcome =>
      outcome.kind === 'recorded'
        ? checkView(reading.id, zone, outcome)
        : { zoneId: zone.id, code: outcome.code },
    )
}

function createPendingCheck(
  zone: CachedZone,
  actor: Sender,
  { reading, at, now, source }: TimedReading,
): PendingCheck {
  const { lat, lng, accuracyMeters } = reading
  const verdict = decidePrepared(zone.shape, { lat, lng, accuracyMeters: accuracyMeters ?? undefined })
  return {
    id: reading.id.toLowerCase(),
    userId: actor.userId,
    zoneId: zone.id,
    shapeVersion: zone.shapeVersion,
    lat,
    lng,
    accuracyMeters,
    source,
    capturedAt: at,
    receivedAt: now,
    inside: verdict.inside,
    certainty: verdict.certainty,
    distanceToCenterM: Math.round(verdict.distanceToCenterM),
    distanceToEdgeM: Math.round(verdict.distanceToEdgeM),
    zoneWidthAt: zone.widthAt,
    mock: reading.mock ?? false,
    seesAllZones: isInternalAdmin(actor.role),
  }
}
