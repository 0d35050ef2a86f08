import { zoneRoles } from '@muster/domain/role.ts'
import { z } from 'zod'
import { id } from './ids.ts'

export const usersEvents = [
  z.object({ kind: z.literal('membership.added'), zoneId: id, userId: id, role: z.enum(zoneRoles) }),
  /** They entered the zone they were invited to, or selected it: now they are seen and counted there. */
  z.object({ kind: z.literal('membership.accepted'), zoneId: id, userId: id, role: z.enum(zoneRoles) }),
  z.object({ kind: z.literal('membership.changed'), zoneId: id, userId: id, role: z.enum(zoneRoles) }),
  z.object({ kind: z.literal('membership.removed'), zoneId: id, userId: id }),
  z.object({ kind: z.literal('user.changed'), userId: id }),
  /** Their zone entry PIN is another one, or may be tried now, or no longer. */
  z.object({ kind: z.literal('pin.changed'), userId: id }),
] as const
