import type { Tx } from '../../db/database.ts'
import { appendSecurityEvents } from '../security/index.ts'
import type { ZoneUserRow } from './users.queries.ts'

/** What a look at the list of a zone's members gives away. */
const looks = {
  data_access: 'Read the members of a zone: zone_users.',
  location_access: 'Looked at a location: zone_users.',
} as const
export type Look = keyof typeof looks

/**
 * Notes in the security log that the actor was given the data of the other members of a zone, and where they were last
 * seen, as far as that `isNew`; answers with what was noted.
 */
export async function noteLook(
  tx: Tx,
  { actorId, zoneId, isNew }: { actorId: string; zoneId: string; isNew: (look: Look) => boolean },
  rows: readonly ZoneUserRow[],
): Promise<Look[]> {
  const others = rows.filter(row => row.user_id !== actorId)
  const people = {
    data_access: others.length,
    location_access: others.filter(row => row.latitude !== null).length,
  }
  const noted = (Object.keys(looks) as Look[]).filter(look => people[look] > 0 && isNew(look))
  const events = noted.map(look => ({
    type: look,
    description: looks[look],
    actorId,
    affectedUserId: null,
    severity: 'info' as const,
    metadata: { accessType: 'zone_users', zoneId, people: people[look] },
  }))
  if (events.length > 0) await appendSecurityEvents(tx, events)
  return noted
}
