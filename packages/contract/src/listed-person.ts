import { zoneRoles } from '@muster/domain/role.ts'
import { z } from 'zod'
import { id, instant } from './ids.ts'
import { consentWord } from './presence-word.ts'

/** Name and code: what the managers of a zone see of whoever they added to it. */
export const namedPerson = z.object({ firstName: z.string(), lastName: z.string(), userCode: z.string() })

/** Further facts of people who have entered. The picture is a link for the session that is told. */
export const memberContact = z.object({
  email: z.string(),
  profileImageUrl: z.string().nullable(),
  consent: consentWord,
})

/** A membership as an event tells it, so that a list can show it without asking: all of its row but the presence. */
export const listedPerson = namedPerson.extend({
  assignmentId: id,
  zoneRole: z.enum(zoneRoles),
  assignedAt: instant,
  /** Null of who was only invited. */
  member: memberContact.nullable(),
})
export type ListedPerson = z.infer<typeof listedPerson>
