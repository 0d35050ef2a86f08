import { zoneRoles } from '@muster/domain/role.ts'
import { z } from 'zod'
import { id, instant } from './ids.ts'
import { consentStatus } from './presence-word.ts'

/** The name and code of a person, which managers of a zone can see for everybody they added. */
export const namedPerson = z.object({ firstName: z.string(), lastName: z.string(), userCode: z.string() })

/** Additional fields for people who have entered the zone. The picture URL only works in the session that receives it. */
export const memberContact = z.object({
  email: z.string(),
  profileImageUrl: z.string().nullable(),
  consent: consentStatus,
})

/** A membership as sent in events, complete enough for a list row except for the person's presence. */
export const listedPerson = namedPerson.extend({
  assignmentId: id,
  zoneRole: z.enum(zoneRoles),
  assignedAt: instant,
  /** Null for people who have only been invited. */
  member: memberContact.nullable(),
})
export type ListedPerson = z.infer<typeof listedPerson>
