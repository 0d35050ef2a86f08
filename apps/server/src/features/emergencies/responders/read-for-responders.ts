import type { RespondersView } from '@muster/contract/responders.ts'
import type { Tx } from '../../../db/database.ts'
import { readTimeZone } from '../../../db/time-zone.ts'
import { zoneCountView } from '../board/board.procedures.ts'
import { countByZone } from '../board/places.queries.ts'
import { countOnRoll } from '../board/roll-counts.queries.ts'
import { listPeopleInside, personInsideView } from '../captains/people-inside.queries.ts'
import { findEmergency } from '../emergencies.queries.ts'
import { emergencyView } from '../emergencies.view.ts'
import { countUnlistedInside, maySendIn, readPartOfRoll } from '../emergency-zones.queries.ts'
import { readSought } from '../roll-people.view.ts'
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
  const sought = await readSought(tx, emergency.id, { search, limit: limit + 1 })
  const timeZone = await readTimeZone(tx, emergency.zone_id, installation)
  const view = emergencyView(emergency, { names: id => ({ id, name: '' }), timeZone, roll, zoneIds: [] })
  const shownZones = await readPartOfRoll(tx, emergency.id)
  const { kind, drill, message, declaredAt, allClearAt, people, states } = view
  const hasMore = sought.length > limit
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
    inside: (await listPeopleInside(tx, emergency.id)).map(personInsideView),
    people: sought.slice(0, limit).map(it => ({ ...it, seenAt: it.seenAt ?? it.insideSince })),
    total: hasMore && !search ? states.help + states.missing : sought.length,
    at: new Date().toISOString(),
    expiresAt: toLinkEnd(link).toISOString(),
  }
}
