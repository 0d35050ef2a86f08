import type {
  Emergency,
  EmergencyClaim,
  EmergencyLeaver,
  EmergencyPerson,
  InsideWith,
  OwnAllClear,
  OwnEmergency,
} from '@muster/contract/emergencies.ts'
import type { CallState } from '@muster/domain/reach.ts'
import { type PersonNameLookup, toDisplayName } from '../../db/person-names.ts'
import type { ClaimRow } from './board/board.queries.ts'
import { type RollCounts, unknownSection } from './board/roll-counts.queries.ts'
import {
  type EmergencyRow,
  type OwnEmergencyRow,
  type PersonRow,
  toOrderedAt,
} from './emergencies.queries.ts'
import { type HelperRow, helpersView, type OwnHelpRow } from './help.queries.ts'
import type { LeaverRow } from './leavers.queries.ts'
import type { OwnAllClearRow } from './own-emergencies.queries.ts'
import { answerWords, neutralAnswers, neutralWords } from './plans/plans.view.ts'
import { toListName, toRollName } from './roll-name.ts'

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
  scope: row.scope as Emergency['scope'],
  zoneId: row.zone_id,
  zoneName: row.zone_name,
  kind: row.kind as Emergency['kind'],
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

/** The name of the person stands there for what they said, visitors without an account included, and for an arrival at an assembly point. */
const claimView = (row: ClaimRow, names: PersonNameLookup, personName: string): EmergencyClaim => ({
  state: row.state,
  ...(row.undone_state && { undoneState: row.undone_state }),
  ...(row.words && { words: row.words }),
  how: row.how,
  place: row.place,
  by: row.how === 'captain' ? names(row.claimed_by).name : personName,
  at: new Date(row.happened_at).toISOString(),
  receivedAt: new Date(row.received_at).toISOString(),
})

/** The neutral answer of a person; empty if there is none. */
export const answerView = ({ answer, answered_at }: { answer: string; answered_at: Date | null }) =>
  answer !== '' && answered_at !== null ? { answer: { words: answer, at: answered_at.toISOString() } } : {}

type PersonParts = {
  readonly claims: readonly ClaimRow[]
  readonly names: PersonNameLookup
  readonly insideWith?: InsideWith | undefined
  readonly callState?: CallState | undefined
  readonly helpers?: { readonly rows: readonly HelperRow[]; readonly userId: string } | undefined
}

export const personView = (
  row: PersonRow,
  { claims, names, insideWith, callState, helpers }: PersonParts,
): EmergencyPerson => ({
  id: row.id,
  userId: row.user_id,
  name: toRollName(row),
  phone: row.phone,
  note: row.note,
  ...(row.section === unknownSection && { isUnknown: true }),
  listName: toListName(row),
  why: row.why as EmergencyPerson['why'],
  zoneId: row.zone_id,
  zoneName: row.zone_name,
  mayMark: row.may_mark,
  needs: row.needs ?? '',
  insideSince: row.inside_since?.toISOString() ?? null,
  seenAt: row.seen_at?.toISOString() ?? null,
  accuracyMeters: row.accuracy_meters,
  lastSeenAt: row.last_seen_at?.toISOString() ?? null,
  position:
    row.latitude === null || row.longitude === null ? null : { lat: row.latitude, lng: row.longitude },
  state: row.state as EmergencyPerson['state'],
  stateAt: row.state_at?.toISOString() ?? null,
  disputed: row.disputed,
  ...answerView(row),
  uncountedReason: row.counted ? null : (row.uncounted_reason ?? ''),
  seenOutsideAt: row.seen_outside_at?.toISOString() ?? null,
  ...(row.badge_out_at && {
    badgeOut: { at: row.badge_out_at.toISOString(), reader: row.badge_out_reader ?? '' },
  }),
  ...(insideWith && { insideWith }),
  ...(callState && { callState }),
  ...(helpers && helpersView(helpers.rows, { names, userId: helpers.userId })),
  claims: claims.map(it => claimView(it, names, toRollName(row))),
})

export const ownEmergencyView = (row: OwnEmergencyRow, help?: OwnHelpRow): OwnEmergency => ({
  id: row.id,
  zoneName: row.zone_name,
  kind: row.kind as OwnEmergency['kind'],
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
  leftBy: row.left_by as EmergencyLeaver['leftBy'],
  badge: row.badge,
  note: row.note,
  zoneName: row.zone_name,
  leftAt: row.left_at.toISOString(),
})
