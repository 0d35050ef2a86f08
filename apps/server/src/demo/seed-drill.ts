import { findDrillDueDay } from '@muster/domain/drill-calendar.ts'
import { type Claim, deriveState } from '@muster/domain/emergency.ts'
import { DAY_MS, MINUTE_MS } from '@muster/domain/time-units.ts'
import { toNameKey } from '@muster/domain/visitor.ts'
import { v7 as uuidV7 } from 'uuid'
import type { Tx } from '../db/database.ts'
import { demoPeople, demoZones } from './demo-organisation.ts'

const SECOND_MS = 1_000
/** The drill was at 11:00 in New Delhi. */
const DAYS_AGO = 12
const START_UTC_MS = 5.5 * 60 * MINUTE_MS
const ALL_CLEAR_AFTER_MS = 14 * MINUTE_MS + 20 * SECOND_MS

/** The places where the people of the yard meet, both outside it. */
const points = [
  { name: 'Gate 1, car park', latitude: 28.6171, longitude: 77.2497, radius_meters: 35 },
  { name: 'Gate 4, riverside', latitude: 28.6208, longitude: 77.2542, radius_meters: 35 },
]

type World = {
  /** The ids of the demo's people and zones by key. */
  readonly people: ReadonlyMap<string, string>
  readonly zones: ReadonlyMap<string, string>
  readonly now: number
}
type DemoClaim = Pick<Claim, 'state' | 'how'> & {
  readonly place?: string
  /** Seconds after the declaration. */
  readonly at: number
}

/** Most answer or arrive within minutes; one calls for help, and one counted as inside but not seen for long is away. */
const claimsByTurn = (turn: number): DemoClaim[] => {
  if (turn === 0)
    return [
      { state: 'help', how: 'own', at: 95 },
      { state: 'safe', how: 'captain', place: 'Gate 1, car park', at: 410 },
    ]
  if (turn === 1) return [{ state: 'not_on_site', how: 'captain', at: 790 }]
  const at = 40 + turn * 23
  const place = points[turn % 2]?.name
  if (turn % 3 === 0) return [{ state: 'safe', how: 'own', at }]
  if (turn % 3 === 1) return [{ state: 'safe', how: 'captain', place, at: at + 60 }]
  return [{ state: 'safe', how: 'point', place, at: at + 90 }]
}

/** Inserts the yard's assembly points and plan, a finished drill with roll and claims, and two visitors. Alerts nobody. */
export async function seedDrill(tx: Tx, { people, zones, now }: World): Promise<void> {
  const zone = demoZones.find(it => it.key === 'yard')
  const zoneId = zones.get('yard') ?? ''
  const zoneName = zone?.name ?? ''
  await tx
    .insertInto('assembly_points')
    .values(points.map(point => ({ ...point, zone_id: zoneId })))
    .execute()
  const declaredMs = now - (now % DAY_MS) - DAYS_AGO * DAY_MS + START_UTC_MS
  const managerId = people.get('manager') ?? ''
  const emergencyId = uuidV7()
  await tx
    .insertInto('emergencies')
    .values({
      id: emergencyId,
      request_id: uuidV7(),
      zone_id: zoneId,
      zone_name: zoneName,
      kind: 'evacuate',
      drill: true,
      message: 'Leave by the nearest gate. Cranes stay where they are.',
      declared_by: managerId,
      declared_at: new Date(declaredMs),
      all_clear_by: managerId,
      all_clear_at: new Date(declaredMs + ALL_CLEAR_AFTER_MS),
      alerts_ended_at: new Date(declaredMs + ALL_CLEAR_AFTER_MS),
    })
    .execute()
  await tx
    .insertInto('emergency_zones')
    .values({ emergency_id: emergencyId, zone_id: zoneId, zone_name: zoneName })
    .execute()
  await seedPlan(tx, { zoneId, managerId, drillAt: new Date(declaredMs + ALL_CLEAR_AFTER_MS) })
  await seedVisitors(tx, { zoneId, managerId, now })
  const called = demoPeople.filter(it => it.zones.yard && it.key !== 'manager' && it.key !== 'client')
  for (const [turn, person] of called.entries()) {
    const userId = people.get(person.key) ?? null
    const claims = claimsByTurn(turn).map(it => ({
      ...it,
      requestId: uuidV7(),
      happenedAt: declaredMs + it.at * SECOND_MS,
    }))
    const { state, claim, disputed } = deriveState(claims)
    const lastSeenMs = turn === 1 ? 95 * MINUTE_MS : (turn % 7) * MINUTE_MS
    const { id } = await tx
      .insertInto('emergency_people')
      .values({
        emergency_id: emergencyId,
        user_id: userId,
        zone_id: zoneId,
        zone_name: zoneName,
        name: `${person.firstName} ${person.lastName}`,
        sort_name: `${person.lastName} ${person.firstName}`,
        phone: '+91 11 5550 0100',
        why: turn === 1 ? 'not_seen' : 'inside',
        inside_since: new Date(declaredMs - (110 - turn) * MINUTE_MS),
        seen_at: new Date(declaredMs - lastSeenMs),
        accuracy_meters: 4 + (turn % 9),
        latitude: 28.6182 + (turn % 5) * 0.0003,
        longitude: 77.2515 + (turn % 4) * 0.0003,
        added_at: new Date(declaredMs),
        state,
        state_at: claim ? new Date(claim.happenedAt) : null,
        disputed,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('emergency_claims')
      .values(
        claims.map(it => ({
          emergency_id: emergencyId,
          roll_entry_id: id,
          zone_id: zoneId,
          request_id: it.requestId,
          state: it.state,
          how: it.how,
          place: it.place ?? '',
          claimed_by: claimant(it.how, { userId, managerId }),
          happened_at: new Date(it.happenedAt),
          received_at: new Date(it.happenedAt + SECOND_MS),
        })),
      )
      .execute()
  }
}

/** Inserts the plan of the yard, with its calendar of drills. The last drill is the finished one. */
async function seedPlan(
  tx: Tx,
  { zoneId, managerId, drillAt }: { zoneId: string; managerId: string; drillAt: Date },
): Promise<void> {
  const planId = uuidV7()
  const timeZone = 'Asia/Kolkata'
  const everyMonths = 6
  const drillMs = drillAt.getTime()
  await tx
    .insertInto('emergency_plans')
    .values({
      id: planId,
      zone_id: zoneId,
      kind: 'evacuate',
      name: 'Fire or gas at the yard',
      message: 'Leave by the nearest gate. Cranes stay where they are.',
      messages: JSON.stringify({
        hi: 'नज़दीकी गेट से बाहर निकलें। क्रेनें वहीं छोड़ दें।',
        ar: 'غادروا من أقرب بوابة. اتركوا الرافعات في مكانها.',
      }),
      language: 'en',
      audience: ['expected'],
      point_names: points.map(it => it.name),
      ask_again_minutes: 5,
      tell_after_minutes: 10,
    })
    .execute()
  await tx.insertInto('emergency_contacts').values({ plan_id: planId, user_id: managerId }).execute()
  await tx
    .insertInto('drill_calendars')
    .values({
      zone_id: zoneId,
      every_months: everyMonths,
      since: drillAt,
      last_drill_at: drillAt,
      time_zone: timeZone,
      due_on: findDrillDueDay({ everyMonths, since: drillMs, lastDrillAt: drillMs }, timeZone),
    })
    .execute()
}

/** Inserts two visitors who are on site: one signed in at the kiosk, the other was invited by the manager. */
async function seedVisitors(
  tx: Tx,
  { zoneId, managerId, now }: { zoneId: string; managerId: string; now: number },
): Promise<void> {
  const signedInAt = new Date(now - 50 * MINUTE_MS)
  const visitors = [
    { name: 'Priya Nair', company: 'Crane Service Delhi', way: 'kiosk' },
    { name: 'Tomasz Kowal', company: 'Lift inspection', way: 'host' },
  ]
  for (const visitor of visitors)
    await tx
      .insertInto('visitor_visits')
      .values({
        ...visitor,
        zone_id: zoneId,
        request_id: uuidV7(),
        host_id: managerId,
        name_key: toNameKey(visitor.name),
        phone: '+91 11 5550 0111',
        notice_version: 0,
        notice_accepted_at: signedInAt,
        signed_in_at: signedInAt,
        created_by: visitor.way === 'host' ? managerId : null,
      })
      .execute()
}

/** Arrivals are noted by nobody. */
const claimant = (how: Claim['how'], { userId, managerId }: { userId: string | null; managerId: string }) =>
  how === 'point' ? null : how === 'own' ? userId : managerId
