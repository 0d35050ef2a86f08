import { limits } from '@muster/domain/limits.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { pick } from './errors.ts'
import { fitting } from './fits.ts'
import { id, instant } from './ids.ts'

const { inZone } = callsTagged('emergencies')

/** A member who accounts for the people of a zone during an emergency, whatever their role. */
export const zoneCaptain = z.object({ userId: id, name: z.string(), appointedAt: instant })

const captainIds = fitting(z.array(id).max(limits.captainsMost), 'uuid[]')
const captainList = z.object({ captains: z.array(zoneCaptain).max(limits.captainsMost) })

export const zoneCaptains = {
  list: inZone('GET /zones/{zoneId}/captains', 'list_zone_captains', 'List the captains of a zone')
    .input(z.strictObject({ zoneId: id }))
    .output(captainList),
  /** Nothing changes if `expectedIds` is outdated. Captains see their zone's roll while an emergency is open, and mark people. */
  set: inZone('PUT /zones/{zoneId}/captains', 'set_zone_captains', 'Set the captains of a zone')
    .input(z.strictObject({ zoneId: id, userIds: captainIds, expectedIds: captainIds }))
    .output(captainList)
    .errors(pick('LIST_CHANGED', 'NOT_ASSIGNED')),
}
