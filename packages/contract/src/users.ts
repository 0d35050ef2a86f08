import { roles, rolesByCode, zoneRoles } from '@muster/domain/role.ts'
import { userStatuses } from '@muster/domain/user-status.ts'
import { z } from 'zod'
import { inZoneProcedure } from './base.ts'
import { pick } from './errors.ts'
import { id, instant } from './ids.ts'
import { text } from './texts.ts'

export const presenceWord = z.enum(['inside', 'outside', 'unknown'])

/** A member of a zone with the state of their presence there. */
export const zoneUser = z.object({
  assignmentId: id,
  userId: id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  userCode: z.string(),
  skills: z.array(z.string()),
  role: z.enum(roles),
  zoneRole: z.enum(zoneRoles),
  status: z.enum(userStatuses),
  profileImageUrl: z.string().nullable(),
  assignedAt: instant,
  accountCreatedAt: instant,
  emergencyContact: z.object({
    name: z.string().nullable(),
    phone: z.string().nullable(),
    relationship: z.string().nullable(),
  }),
  presence: presenceWord,
  /** Device time of the newest reading; null when never tracked. */
  lastSeen: instant.nullable(),
  /** Since when inside; null when not inside. */
  insideSince: instant.nullable(),
  /** The entry PIN: whether it may be tried; only for those who may reset it, else null. */
  pin: z.enum(['open', 'locked', 'not_set']).nullable(),
  /** When a locked PIN opens by itself; null where only a reset opens it, and where it is not locked. */
  pinLockedUntil: instant.nullable(),
  /** When they asked for the reset of a locked PIN. */
  pinResetAskedAt: instant.nullable(),
  /** Only for those who may track live locations, else null. */
  position: z.object({ lat: z.number(), lng: z.number(), accuracyMeters: z.number().nullable() }).nullable(),
})
export type ZoneUser = z.infer<typeof zoneUser>

/** Somebody who was added and has not entered the zone yet: until they do, name and code are all there is to see. */
export const invitedUser = z.object({
  assignmentId: id,
  userId: id,
  firstName: z.string(),
  lastName: z.string(),
  userCode: z.string(),
  zoneRole: z.enum(zoneRoles),
  assignedAt: instant,
})
export type InvitedUser = z.infer<typeof invitedUser>

export const users = {
  inZone: inZoneProcedure
    .route({
      method: 'GET',
      path: '/zones/{zoneId}/users',
      operationId: 'get_zone_users_detailed',
      tags: ['users'],
    })
    .input(z.object({ zoneId: id }))
    .output(z.object({ users: z.array(zoneUser), invited: z.array(invitedUser) }))
    .errors(pick('VIEW_USERS_FORBIDDEN')),
  /** Whoever carries the code is a member at once, and invited until they enter the zone or decline. */
  addByCode: inZoneProcedure
    .route({
      method: 'POST',
      path: '/zones/{zoneId}/users',
      operationId: 'add_user_to_zone_by_code',
      tags: ['users'],
    })
    .input(z.object({ zoneId: id, userCode: text(40), role: z.enum(rolesByCode) }))
    .output(z.object({ userId: id, userName: z.string() }))
    .errors(pick('INVALID_CODE', 'ADD_USER_FORBIDDEN', 'ALREADY_ASSIGNED', 'INVITATION_DECLINED')),
  unlink: inZoneProcedure
    .route({
      method: 'DELETE',
      path: '/zones/{zoneId}/users/{userId}',
      operationId: 'unlink_user_from_zone',
      tags: ['users'],
    })
    .input(z.object({ zoneId: id, userId: id }))
    .output(z.object({ userId: id }))
    .errors(pick('SELF_UNLINK', 'LAST_MANAGER', 'NOT_ASSIGNED')),
  /** Ends one's own membership of a zone one was added to and has not entered yet. */
  declineInvitation: inZoneProcedure
    .route({
      method: 'DELETE',
      path: '/zones/{zoneId}/invitation',
      operationId: 'decline_zone_invitation',
      tags: ['users'],
    })
    .input(z.object({ zoneId: id }))
    .output(z.object({ zoneId: id }))
    .errors(pick('NOT_INVITED')),
  /** Gives a member whose PIN is locked new tries. Not for oneself. */
  resetPin: inZoneProcedure
    .route({
      method: 'POST',
      path: '/zones/{zoneId}/users/{userId}/pin-reset',
      operationId: 'reset_zone_pin',
      tags: ['users'],
    })
    .input(z.object({ zoneId: id, userId: id }))
    .output(z.object({ userId: id }))
    .errors(pick('NOT_ASSIGNED', 'PIN_NOT_SET')),
}
