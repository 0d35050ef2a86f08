import { zoneRoles } from '@muster/domain/role.ts'
import { z } from 'zod'
import { id } from './ids.ts'
import { listedPerson, memberContact, namedPerson } from './listed-person.ts'
import { presenceStatus } from './presence-word.ts'

export const usersEvents = [
  z.object({
    kind: z.literal('membership.added'),
    zoneId: id,
    userId: id,
    role: z.enum(zoneRoles),
    listed: listedPerson,
  }),
  /** The person entered or selected the zone they were invited to. From then on they are visible and counted there. */
  z.object({
    kind: z.literal('membership.accepted'),
    zoneId: id,
    userId: id,
    role: z.enum(zoneRoles),
    listed: listedPerson,
  }),
  /** The member's role changed, or the permissions granted or revoked in addition to the role. */
  z.object({ kind: z.literal('membership.changed'), zoneId: id, userId: id, role: z.enum(zoneRoles) }),
  /** `was`: the member's presence before removal, so that counts can be updated. */
  z.object({ kind: z.literal('membership.removed'), zoneId: id, userId: id, was: presenceStatus }),
  /** `member` is null for people who have only been invited. */
  z.object({
    kind: z.literal('user.changed'),
    userId: id,
    person: namedPerson,
    member: memberContact.nullable(),
  }),
  /** The person's zone entry PIN was changed, locked or unlocked. */
  z.object({ kind: z.literal('pin.changed'), userId: id }),
] as const
