import type {
  Emergency,
  EmergencyClaim,
  EmergencyPerson,
  OwnEmergency,
} from '@muster/contract/emergencies.ts'
import { type PersonNameLookup, toDisplayName } from '../../db/person-names.ts'
import {
  type ClaimRow,
  type EmergencyRow,
  emptyRoll,
  type OwnEmergencyRow,
  type PersonRow,
  type RollCounts,
} from './emergencies.queries.ts'
import { answerWords } from './plans/plans.view.ts'

export const emergencyView = (
  row: EmergencyRow,
  { names, roll = emptyRoll }: { names: PersonNameLookup; roll?: RollCounts | undefined },
): Emergency => ({
  id: row.id,
  zoneId: row.zone_id,
  zoneName: row.zone_name,
  kind: row.kind as Emergency['kind'],
  drill: row.drill,
  planName: row.plan_name,
  message: row.message,
  declaredBy: names(row.declared_by),
  declaredAt: row.declared_at.toISOString(),
  allClearAt: row.all_clear_at?.toISOString() ?? null,
  people: roll.people,
  states: roll.states,
})

/** Nobody claims an arrival at an assembly point, so the person's own name stands there. */
const claimView = (row: ClaimRow, names: PersonNameLookup, personName: string): EmergencyClaim => ({
  state: row.state as EmergencyClaim['state'],
  how: row.how as EmergencyClaim['how'],
  place: row.place,
  by: row.how === 'point' ? personName : names(row.claimed_by).name,
  at: row.happened_at.toISOString(),
  receivedAt: row.received_at.toISOString(),
})

export const personView = (
  row: PersonRow,
  claims: readonly ClaimRow[],
  names: PersonNameLookup,
): EmergencyPerson => ({
  id: row.id,
  userId: row.user_id,
  name: toDisplayName(row.name),
  phone: row.phone,
  why: row.why as EmergencyPerson['why'],
  zoneName: row.zone_name,
  insideSince: row.inside_since?.toISOString() ?? null,
  seenAt: row.seen_at?.toISOString() ?? null,
  accuracyMeters: row.accuracy_meters,
  position:
    row.latitude === null || row.longitude === null ? null : { lat: row.latitude, lng: row.longitude },
  state: row.state as EmergencyPerson['state'],
  stateAt: row.state_at?.toISOString() ?? null,
  disputed: row.disputed,
  claims: claims.map(it => claimView(it, names, toDisplayName(row.name))),
})

export const ownEmergencyView = (row: OwnEmergencyRow): OwnEmergency => ({
  id: row.id,
  zoneName: row.zone_name,
  kind: row.kind as OwnEmergency['kind'],
  drill: row.drill,
  message: row.message,
  words: answerWords(row.answers, row.language),
  declaredAt: row.declared_at.toISOString(),
  declaredBy: toDisplayName(row.declarer ?? ''),
  phone: row.phone ?? '',
  points: row.points,
  answer:
    row.own_state === null || row.own_at === null
      ? null
      : {
          state: row.own_state as NonNullable<OwnEmergency['answer']>['state'],
          at: row.own_at.toISOString(),
        },
  state: row.state as OwnEmergency['state'],
  stateAt: row.state_at?.toISOString() ?? null,
})
