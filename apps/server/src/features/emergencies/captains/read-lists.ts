import type { CaptainEmergencies, CaptainList, Sweep, Team } from '@muster/contract/captains.ts'
import { limits } from '@muster/domain/limits.ts'
import type { Tx } from '../../../db/database.ts'
import { loadPersonNames } from '../../../db/person-names.ts'
import { pluck } from '../../../db/rows.ts'
import { readTimeZone } from '../../../db/time-zone.ts'
import { countUnlistedBadges } from '../badge-roll.queries.ts'
import { countUnlistedInside } from '../emergency-zones.queries.ts'
import { listRoll } from '../roll.queries.ts'
import { listPeopleInZones } from '../roll-people.queries.ts'
import { factsView, loadPersonView } from '../roll-people.view.ts'
import { listCaptainZones, listOpenInZones, listRecentInZones, loadNames } from './captain-list.queries.ts'
import { captainEmergencyView, recentView, sweepView, teamView } from './captains.view.ts'
import { listAreas, listSweeps } from './sweeps.queries.ts'
import { listConfirmations, listNewestRounds, listTeamPeople, listTeams } from './teams.queries.ts'

const maxZones = 100
const maxRecent = 50

/** Reads the people whom an emergency would call now in the zones of a captain; shifts without a time zone have the given one. */
export async function readCaptainList(tx: Tx, userId: string, timeZone: string): Promise<CaptainList> {
  const zones = await listCaptainZones(tx, userId, maxZones)
  const zoneIds = zones.map(it => it.id)
  const rows =
    zoneIds.length === 0 ? [] : await listRoll(tx, { zoneIds, shiftsIn: timeZone }, limits.captainPeopleMost)
  const areas: Record<string, Awaited<ReturnType<typeof listAreas>>> = {}
  for (const { id } of zones) areas[id] = await listAreas(tx, id, limits.sweepAreasMost)
  return {
    at: new Date().toISOString(),
    zones: zones.map(({ id, name, points }) => ({ id, name, points, areas: areas[id] ?? [] })),
    people: rows.map(row => ({ ...factsView(row), zoneId: row.zone_id })),
    total: Number(rows[0]?.total ?? 0),
    unlistedBadges: await countUnlistedBadges(tx, zoneIds),
  }
}

/** With everything that the phone needs; emergencies of several zones have the given time zone. */
export async function readCaptainEmergencies(
  tx: Tx,
  userId: string,
  timeZone: string,
): Promise<CaptainEmergencies> {
  const zoneIds = (await listCaptainZones(tx, userId, maxZones)).map(it => it.id)
  if (zoneIds.length === 0) return { open: [], recent: [] }
  const open: CaptainEmergencies['open'] = []
  for (const emergency of await listOpenInZones(tx, zoneIds, limits.ownEmergenciesMost)) {
    const rows = await listPeopleInZones(tx, emergency.id, { zoneIds, limit: limits.captainPeopleMost })
    open.push(
      captainEmergencyView(emergency, {
        timeZone: await readTimeZone(tx, emergency.zone_id, timeZone),
        people: rows.map(await loadPersonView(tx, emergency, rows, { userId, zoneIds })),
        total: Number(rows[0]?.total ?? 0),
        unlistedBadges: await countUnlistedInside(tx, emergency.id, zoneIds),
        sweeps: await readSweeps(tx, emergency.id, zoneIds),
        teams: await readTeams(tx, emergency.id, zoneIds),
      }),
    )
  }
  return { open, recent: (await listRecentInZones(tx, zoneIds, maxRecent)).map(recentView) }
}

/**
 * Reads the areas of an emergency. With zones, it runs as the database owner and reads only theirs; without, row-level security decides
 * which ones the actor sees.
 */
export async function readSweeps(tx: Tx, emergencyId: string, zoneIds?: readonly string[]): Promise<Sweep[]> {
  const rows = await listSweeps(tx, emergencyId, { ...(zoneIds && { zoneIds }), limit: limits.sweepsShown })
  const names = await (zoneIds ? loadNames : loadPersonNames)(tx, pluck(rows, 'claimed_by'))
  return rows.map(it => sweepView(it, names))
}

/** Reads the teams of an emergency, of some zones or of all that the actor sees, as `readSweeps` does. */
export async function readTeams(tx: Tx, emergencyId: string, zoneIds?: readonly string[]): Promise<Team[]> {
  const teams = await listTeams(tx, emergencyId, { ...(zoneIds && { zoneIds }), limit: limits.teamsShown })
  const teamIds = teams.map(it => it.id)
  const people = Map.groupBy(await listTeamPeople(tx, teamIds), it => it.team_id)
  const rounds = await listNewestRounds(tx, teamIds, limits.teamRoundsShown)
  const confirmations = await listConfirmations(tx, pluck(rounds, 'id'))
  const names = await (zoneIds ? loadNames : loadPersonNames)(tx, [
    ...teams.map(it => it.started_by),
    ...confirmations.map(it => it.confirmed_by),
  ])
  const roundsByTeam = Map.groupBy(rounds, it => it.team_id)
  const confirmationsByRound = Map.groupBy(confirmations, it => it.round_id)
  return teams.map(it =>
    teamView(
      it,
      {
        people: people.get(it.id) ?? [],
        rounds: roundsByTeam.get(it.id) ?? [],
        confirmations: confirmationsByRound,
      },
      names,
    ),
  )
}
