import type { Emergency, EmergencyLeaver, OwnAllClear, OwnEmergency } from '@muster/contract/emergencies.ts'
import { type PersonNameLookup, toDisplayName } from '../../db/person-names.ts'
import type { RollCounts } from './board/roll-counts.queries.ts'
import { type EmergencyRow, type OwnEmergencyRow, toOrderedAt } from './emergencies.queries.ts'
import type { OwnHelpRow } from './help.queries.ts'
import type { LeaverRow } from './leavers.queries.ts'
import type { OwnAllClearRow } from './own-emergencies.queries.ts'
import { answerWords, neutralAnswers, neutralWords } from './plans/plans.view.ts'

export const emergencyView = (
  row: EmergencyRow,
  {
    names,
    timeZone,
    roll,
    zoneIds,
  }: {
    names: PersonNameLookup
    timeZone: string
    roll: RollCounts
    zoneIds: readonly string[]
  },
): Emergency => ({
  id: row.id,
  scope: row.scope,
  zoneId: row.zone_id,
  zoneName: row.zone_name,
  kind: row.kind,
  drill: row.drill,
  planName: row.plan_name,
  message: row.message,
  declaredBy: names(row.declared_by),
  declaredAt: row.declared_at.toISOString(),
  allClearAt: row.all_clear_at?.toISOString() ?? null,
  ...(row.broken_off && { brokenOff: true }),
  zoneIds: [...zoneIds],
  timeZone,
  people: roll.people,
  states: roll.states,
})

export const ownEmergencyView = (row: OwnEmergencyRow, help?: OwnHelpRow): OwnEmergency => ({
  id: row.id,
  zoneName: row.zone_name,
  kind: row.kind,
  drill: row.drill,
  message: row.message,
  words: answerWords(row.answers, row.language),
  neutral: neutralAnswers(row.answers, row.language),
  declaredAt: row.declared_at.toISOString(),
  orderedAt: toOrderedAt(row).toISOString(),
  declaredBy: toDisplayName(row.declarer ?? ''),
  phone: row.phone ?? '',
  points: row.points,
  position:
    row.latitude === null || row.longitude === null ? null : { lat: row.latitude, lng: row.longitude },
  answer:
    row.own_state === null || row.own_at === null
      ? null
      : {
          state: row.own_state as NonNullable<OwnEmergency['answer']>['state'],
          ...(row.own_words && { words: neutralWords(row.answers, row.own_words, row.language) }),
          at: row.own_at.toISOString(),
        },
  state: row.state as OwnEmergency['state'],
  stateAt: row.state_at?.toISOString() ?? null,
  markedBy: row.marked_by === null ? '' : toDisplayName(row.marked_by),
  ...(help && {
    help: {
      alerted: help.alerted,
      seenBy: help.seen_by.map(toDisplayName),
      coming: help.coming.map(toDisplayName),
      position: help.captured_at && {
        at: help.captured_at.toISOString(),
        accuracyMeters: help.accuracy_meters,
      },
    },
  }),
})

export const ownAllClearView = (row: OwnAllClearRow): OwnAllClear => ({
  id: row.id,
  zoneName: row.zone_name,
  drill: row.drill,
  ...(row.broken_off && { brokenOff: true }),
  allClearAt: row.all_clear_at.toISOString(),
  needsHelp: row.needs_help,
  declaredBy: toDisplayName(row.declarer ?? ''),
  phone: row.needs_help ? (row.phone ?? '') : '',
})

export const leaverView = (row: LeaverRow): EmergencyLeaver => ({
  id: row.id,
  name: row.badge !== null && row.name === '' ? '' : toDisplayName(row.name),
  phone: row.phone,
  leftBy: row.left_by,
  badge: row.badge,
  note: row.note,
  zoneName: row.zone_name,
  leftAt: row.left_at.toISOString(),
})
