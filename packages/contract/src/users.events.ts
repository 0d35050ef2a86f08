import { zoneRoles } from '@muster/domain/role.ts'
import { z } from 'zod'
import { id } from './ids.ts'
import { listedPerson, memberContact, namedPerson } from './listed-person.ts'
import { presenceWord } from './presence-word.ts'

export const usersEvents = [
  z.object({
    kind: z.literal('membership.added'),
    zoneId: id,
    userId: id,
    role: z.enum(zoneRoles),
    listed: listedPerson,
  }),
  /** They entered the zone they were invited to, or selected it: now they are seen and counted there. */
  z.object({
    kind: z.literal('membership.accepted'),
    zoneId: id,
    userId: id,
    role: z.enum(zoneRoles),
    listed: listedPerson,
  }),
  /** Their role is another one, or what they may do beyond and below it. */
  z.object({ kind: z.literal('membership.changed'), zoneId: id, userId: id, role: z.enum(zoneRoles) }),
  /** `was`: where they were, so that whoever counts knows who is missing. */
  z.object({ kind: z.literal('membership.removed'), zoneId: id, userId: id, was: presenceWord }),
  /** `member` is null where they were only invited. */
  z.object({
    kind: z.literal('user.changed'),
    userId: id,
    person: namedPerson,
    member: memberContact.nullable(),
  }),
  /** Their zone entry PIN is another one, or may be tried now, or no longer. */
  z.object({ kind: z.literal('pin.changed'), userId: id }),
] as const
