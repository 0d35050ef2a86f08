import type { CaptainEmergencies, CaptainEmergency, Sweep, Team } from '@muster/contract/captains.ts'
import { findUnconfirmed } from '@muster/domain/par.ts'
import type { PersonNameLookup } from '../../../db/person-names.ts'
import { toRollName } from '../roll-name.ts'
import type { CaptainEmergencyRow, RecentEmergencyRow } from './captain-list.queries.ts'
import type { SweepRow } from './sweeps.queries.ts'
import type { ConfirmationRow, ListedTeamRow, RoundRow, TeamPersonRow } from './teams.queries.ts'

const toIso = (at: Date | null) => at?.toISOString() ?? null

export const captainEmergencyView = (
  row: CaptainEmergencyRow,
  parts: Pick<CaptainEmergency, 'timeZone' | 'people' | 'total' | 'unlistedBadges' | 'sweeps' | 'teams'>,
): CaptainEmergency => ({
  id: row.id,
  zones: row.zones,
  zoneName: row.zone_name,
  kind: row.kind,
  drill: row.drill,
  message: row.message,
  declaredAt: row.declared_at.toISOString(),
  ...parts,
})

export const recentView = (row: RecentEmergencyRow): CaptainEmergencies['recent'][number] => ({
  id: row.id,
  zoneIds: row.zone_ids,
  declaredAt: row.declared_at.toISOString(),
  allClearAt: toIso(row.all_clear_at),
})

export const sweepView = (row: SweepRow, names: PersonNameLookup): Sweep => ({
  areaId: row.area_key,
  name: row.area_name,
  zoneName: row.zone_name,
  state: row.state,
  claim: row.is_claimed
    ? { state: row.state, note: row.note, by: names(row.claimed_by).name, at: row.happened_at.toISOString() }
    : null,
  disputed: row.disputed,
})

type TeamParts = {
  readonly people: readonly TeamPersonRow[]
  readonly rounds: readonly RoundRow[]
  readonly confirmations: ReadonlyMap<string, readonly ConfirmationRow[]>
}

export function teamView(
  row: ListedTeamRow,
  { people, rounds, confirmations }: TeamParts,
  names: PersonNameLookup,
): Team {
  const namesByPerson = new Map(people.map(it => [it.id, toRollName(it)]))
  const listMissing = (round: RoundRow) =>
    findUnconfirmed(
      people.map(it => it.id),
      (confirmations.get(round.id) ?? []).map(it => ({
        personId: it.team_person_id,
        happenedAt: it.happened_at.getTime(),
      })),
      round.closed_at?.getTime() ?? null,
    ).map(id => namesByPerson.get(id) ?? '')
  /** Who counts as confirmed only because of what arrived after the team had ended. */
  const listLate = (round: RoundRow) => {
    const { closed_at } = round
    const endedAt = row.ended_at
    if (!endedAt || !closed_at) return []
    const confirmed = (confirmations.get(round.id) ?? []).filter(it => it.happened_at <= closed_at)
    const onTimeIds = new Set(confirmed.filter(it => it.received_at <= endedAt).map(it => it.team_person_id))
    const lateIds = new Set(confirmed.map(it => it.team_person_id).filter(it => !onTimeIds.has(it)))
    return [...lateIds].map(id => namesByPerson.get(id) ?? '')
  }
  const [newest] = rounds
  const confirmedById = new Map(
    (newest && newest.closed_at === null ? (confirmations.get(newest.id) ?? []) : []).map(it => [
      it.team_person_id,
      it,
    ]),
  )
  return {
    id: row.id,
    name: row.name,
    zoneName: row.zone_name,
    intervalMinutes: row.interval_minutes,
    startedBy: names(row.started_by).name,
    startedAt: row.started_at.toISOString(),
    endedAt: toIso(row.ended_at),
    people: people.map(it => {
      const confirmation = confirmedById.get(it.id)
      return {
        id: it.id,
        name: toRollName(it),
        phone: it.phone,
        confirmedAt: toIso(it.confirmed_at),
        confirmed: confirmation
          ? { by: names(confirmation.confirmed_by).name, at: confirmation.happened_at.toISOString() }
          : null,
      }
    }),
    rounds: rounds.map(it => ({
      number: it.number,
      openedAt: it.opened_at.toISOString(),
      dueAt: it.due_at.toISOString(),
      closedAt: toIso(it.closed_at),
      closedBecause: it.closed_because,
      missing: listMissing(it),
      confirmedLate: listLate(it),
    })),
    incompleteRounds: row.incomplete_rounds,
  }
}
