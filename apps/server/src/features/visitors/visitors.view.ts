import type {
  Kiosk,
  OwnVisit,
  Visit,
  VisitedEmergency,
  VisitedPlace,
  VisitorSettings,
} from '@muster/contract/visitors.ts'
import { sourceLanguage } from '@muster/domain/language.ts'
import type { PersonNameLookup } from '../../db/person-names.ts'
import {
  answerWords,
  type EmergencyInZone,
  neutralAnswers,
  neutralWords,
  toOrderedAt,
  type VisitOnRoll,
} from '../emergencies/index.ts'
import type { KioskRow, OwnVisitRow, PlaceRow, SettingsRow } from './doors.queries.ts'
import type { VisitRow } from './visits.queries.ts'

export const visitView = (row: VisitRow, names: PersonNameLookup, userId: string): Visit => ({
  id: row.id,
  zoneId: row.zone_id,
  name: row.name,
  company: row.company,
  phone: row.phone,
  badge: row.badge,
  host: row.host_id === null ? { id: null, name: row.host_name } : names(row.host_id),
  way: row.way as Visit['way'],
  state: row.signed_out_at ? 'past' : row.signed_in_at ? 'inside' : 'expected',
  expectedOn: row.expected_day,
  signedInAt: row.signed_in_at?.toISOString() ?? null,
  signedOutAt: row.signed_out_at?.toISOString() ?? null,
  ended: row.ended as Visit['ended'],
  noticeAcceptedAt: row.notice_accepted_at?.toISOString() ?? null,
  noticeVersion: row.notice_version,
  mine: row.host_id === userId,
})

export const settingsView = (row: SettingsRow): VisitorSettings => ({
  notice: row.notice,
  noticeVersion: row.notice_version,
  keptDays: row.kept_days,
  asksBadge: row.asks_badge,
  posterDayMost: row.poster_day_most,
  posterMadeAt: row.poster_made_at?.toISOString() ?? null,
  posterVisitors: row.poster_visitors,
})

export const kioskView = (row: KioskRow): Kiosk => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  startedAt: row.started_at?.toISOString() ?? null,
  codeExpiresAt: row.code_expires_at?.toISOString() ?? null,
  lastSeenAt: row.last_seen_at?.toISOString() ?? null,
  visitors: row.visitors,
})

type Ended = Pick<EmergencyInZone, 'id' | 'zone_name' | 'kind' | 'drill' | 'all_clear_at'>

/** Lists those of the emergencies that have ended. */
const toAllClears = (emergencies: readonly Ended[]): OwnVisit['allClears'] =>
  emergencies.flatMap(it =>
    it.all_clear_at === null
      ? []
      : [
          {
            id: it.id,
            zoneName: it.zone_name,
            kind: it.kind as OwnVisit['allClears'][number]['kind'],
            drill: it.drill,
            allClearAt: it.all_clear_at.toISOString(),
          },
        ],
  )

const visitedEmergencyView = (row: EmergencyInZone): VisitedEmergency => ({
  id: row.id,
  zoneName: row.zone_name,
  kind: row.kind,
  drill: row.drill,
  message: row.shown_message,
  declaredAt: row.declared_at.toISOString(),
  points: row.points,
})

export const placeView = (
  { zone_name, notice, notice_version, asks_badge }: PlaceRow,
  emergencies: readonly EmergencyInZone[],
): VisitedPlace => ({
  zoneName: zone_name,
  notice,
  noticeVersion: notice_version,
  asksBadge: asks_badge,
  emergencies: emergencies.filter(it => it.all_clear_at === null).map(visitedEmergencyView),
  allClears: toAllClears(emergencies),
})

export const ownVisitView = (
  row: OwnVisitRow,
  rolls: readonly VisitOnRoll[],
  language: string = sourceLanguage,
): OwnVisit => ({
  name: row.name,
  zoneName: row.zone_name,
  signedInAt: row.signed_in_at.toISOString(),
  signedOutAt: row.signed_out_at?.toISOString() ?? null,
  ended: row.ended as OwnVisit['ended'],
  emergencies: rolls
    .filter(it => it.all_clear_at === null)
    .map(it => ({
      ...visitedEmergencyView(it),
      orderedAt: toOrderedAt(it).toISOString(),
      words: answerWords(it.answers, language),
      neutral: neutralAnswers(it.answers, language),
      state: it.person_state as OwnVisit['emergencies'][number]['state'],
      stateAt: it.person_state_at?.toISOString() ?? null,
      answered: it.answered,
      ...(it.person_answered_at && {
        answer: {
          words: neutralWords(it.answers, it.person_answer, language),
          at: it.person_answered_at.toISOString(),
        },
      }),
    })),
  allClears: toAllClears(rolls),
})
