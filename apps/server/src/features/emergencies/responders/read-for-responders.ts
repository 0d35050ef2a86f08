import type { InsideWith } from '@muster/contract/emergencies.ts'
import type { RespondersView, SoughtPerson } from '@muster/contract/responders.ts'
import type { Tx } from '../../../db/database.ts'
import { readTimeZone } from '../../../db/time-zone.ts'
import { zoneCountView } from '../board/board.procedures.ts'
import { type LastPositionRow, lastPositionView, listLastPositions } from '../board/last-positions.queries.ts'
import { countByZone } from '../board/places.queries.ts'
import { countOnRoll, unknownSection } from '../board/roll-counts.queries.ts'
import { listPeopleInside, personInsideView, toInsideByPerson } from '../captains/people-inside.queries.ts'
import { findEmergency, listPeople, type PersonRow } from '../emergencies.queries.ts'
import { answerView, emergencyView } from '../emergencies.view.ts'
import { countUnlistedInside, maySendIn, readPartOfRoll } from '../emergency-zones.queries.ts'
import { toRollName } from '../roll-name.ts'
import type { LinkRow } from './links.queries.ts'
import { toLinkEnd } from './open-link.ts'

type Options = {
  readonly search: string | undefined
  readonly limit: number
  /** The time zone of emergencies of several zones. */
  readonly installation: string
}

/** As the link's maker sees it; undefined if they may no longer manage the emergency, so that the link ends with their rights. */
export async function readForResponders(
  tx: Tx,
  link: LinkRow,
  { search, limit, installation }: Options,
): Promise<RespondersView | undefined> {
  const emergency = await findEmergency(tx, link.emergency_id)
  if (!emergency || !(await maySendIn(tx, emergency.id))) return undefined
  const roll = await countOnRoll(tx, emergency.id)
  const readState = (state: 'help' | 'missing') =>
    listPeople(tx, emergency.id, { state, search, listed: 'counted' }, { after: undefined, limit: limit + 1 })
  // The missing are read first, so that somebody who calls for help between the two reads is in at least one of them.
  const missing = await readState('missing')
  const help = await readState('help')
  const helpIds = new Set(help.map(it => it.id))
  const rows = [...help, ...missing.filter(it => !helpIds.has(it.id))]
  const inside = await listPeopleInside(tx, emergency.id)
  const insideByPerson = toInsideByPerson(inside)
  const positions = new Map((await listLastPositions(tx, emergency.id)).map(it => [it.person_id, it]))
  const timeZone = await readTimeZone(tx, emergency.zone_id, installation)
  const view = emergencyView(emergency, { names: id => ({ id, name: '' }), timeZone, roll, zoneIds: [] })
  const shownZones = await readPartOfRoll(tx, emergency.id)
  const { kind, drill, message, declaredAt, allClearAt, people, states } = view
  const hasMore = rows.length > limit
  return {
    board: {
      zoneName: shownZones ?? view.zoneName,
      kind,
      drill,
      message,
      declaredAt,
      allClearAt,
      timeZone,
      people,
      states,
    },
    seesAll: shownZones === null,
    missingOffSite: roll.missingOffSite,
    missingUnknown: roll.missingUnknown,
    unlistedBadges: await countUnlistedInside(tx, emergency.id),
    zones: (await countByZone(tx, emergency.id)).map(zoneCountView),
    inside: inside.map(personInsideView),
    people: rows
      .slice(0, limit)
      .map(row => soughtPersonView(row, positions.get(row.id), insideByPerson.get(row.id))),
    total: hasMore && !search ? states.help + states.missing : rows.length,
    at: new Date().toISOString(),
    expiresAt: toLinkEnd(link).toISOString(),
  }
}

const soughtPersonView = (
  row: PersonRow,
  position: LastPositionRow | undefined,
  insideWith: InsideWith | undefined,
): SoughtPerson => {
  const { personId: _, ...shownPosition } = position ? lastPositionView(position) : { personId: '' }
  return {
    id: row.id,
    name: toRollName(row),
    ...(row.section === unknownSection && { isUnknown: true }),
    phone: row.phone,
    state: row.state as SoughtPerson['state'],
    ...(row.needs && { needs: row.needs }),
    ...answerView(row),
    ...(insideWith && { insideWith }),
    why: row.why as SoughtPerson['why'],
    zoneName: row.zone_name,
    seenAt: (row.seen_at ?? row.inside_since)?.toISOString() ?? null,
    position: 'lat' in shownPosition ? shownPosition : null,
  }
}
