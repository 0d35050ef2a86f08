import { zoneRoles } from '@muster/domain/role.ts'
import { z } from 'zod'
import { id, instant } from './ids.ts'
import { consentWord } from './presence-word.ts'

/** Name and code, which managers of a zone see of everybody they added. */
export const namedPerson = z.object({ firstName: z.string(), lastName: z.string(), userCode: z.string() })

/** Further facts about people who have entered. The picture link is for the receiving session. */
export const memberContact = z.object({
  email: z.string(),
  profileImageUrl: z.string().nullable(),
  consent: consentWord,
})

/** A membership as sent in events, complete enough for a list row except for the presence. */
export const listedPerson = namedPerson.extend({
  assignmentId: id,
  zoneRole: z.enum(zoneRoles),
  assignedAt: instant,
  /** Null for people who are only invited. */
  member: memberContact.nullable(),
})
export type ListedPerson = z.infer<typeof listedPerson>
