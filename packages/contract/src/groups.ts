import { limits } from '@muster/domain/limits.ts'
import { zoneRoles } from '@muster/domain/role.ts'
import { zoneStatuses } from '@muster/domain/zone.ts'
import { z } from 'zod'
import { inZoneProcedure, signedInProcedure } from './base.ts'
import { pick } from './errors.ts'
import { fitting } from './fits.ts'
import { id, instant } from './ids.ts'
import { page, paging, yes } from './paging.ts'
import { oneLine, text } from './texts.ts'

/** A group as a card shows it. */
export const group = z.object({
  id,
  name: z.string(),
  description: z.string().nullable(),
  zoneId: id,
  zoneName: z.string(),
  members: z.int(),
  /** When something was last said in it; null when nothing was. */
  lastActivity: instant.nullable(),
  createdAt: instant,
  /** Of the caller: whether they are in it, how many messages they have not read, whether it is quiet. */
  isMember: z.boolean(),
  unread: z.int(),
  muted: z.boolean(),
  /** Whether the caller may read what is said, write, and manage the group. */
  mayRead: z.boolean(),
  mayChat: z.boolean(),
  mayManage: z.boolean(),
})
export type Group = z.infer<typeof group>

export const groupDetail = group.extend({
  zoneStatus: z.enum(zoneStatuses),
  /** The newest message's number, and how far the caller has read. */
  lastNumber: z.int(),
  lastRead: z.int(),
})
export type GroupDetail = z.infer<typeof groupDetail>

export const groupMember = z.object({
  /** Of the membership. */
  id,
  userId: id,
  firstName: z.string(),
  lastName: z.string(),
  name: z.string(),
  /** For those who look after the people of the zone. */
  email: z.string().nullable(),
  role: z.enum(zoneRoles),
  profileImageUrl: z.string().nullable(),
  addedAt: instant,
})
export type GroupMember = z.infer<typeof groupMember>

/** Somebody of the zone who may be added. */
export const groupCandidate = z.object({
  userId: id,
  name: z.string(),
  email: z.string(),
  role: z.enum(zoneRoles),
  profileImageUrl: z.string().nullable(),
  /** Whether they are in the group already. */
  isMember: z.boolean(),
})
export type GroupCandidate = z.infer<typeof groupCandidate>

const people = fitting(z.array(id).max(limits.groupMembersMost), 'uuid[]')
const name = oneLine(limits.groupNameMaxLength).min(1, 'Group name is required')
/** An empty description is saved as nothing. */
const description = text(limits.groupDescriptionMaxLength).default('')
const inGroup = signedInProcedure.errors(pick('GROUP_NOT_FOUND', 'ZONE_NOT_FOUND', 'ZONE_ENTRY_REQUIRED'))
const filter = {
  /** In names and descriptions. */
  search: text(200).optional(),
  /** Only the groups the caller is in. */
  mine: yes.optional(),
}

const counts = z.object({ mine: z.int(), unread: z.int(), all: z.int() })

export const groups = {
  /** Of all zones without `zoneId`, for internal admins only. */
  list: inZoneProcedure
    .route({
      method: 'GET',
      path: '/groups',
      operationId: 'list_groups',
      summary: 'List the groups of a zone or of all zones by name',
      tags: ['groups'],
    })
    .input(paging.extend({ zoneId: id.optional(), ...filter }))
    .output(page(group))
    .errors(pick('CURSOR_INVALID')),
  /** Counts the groups the caller is in, the groups they can see (`all`), and their unread messages; of one zone, or for internal admins of all. */
  count: inZoneProcedure
    .route({
      method: 'GET',
      path: '/groups/count',
      operationId: 'count_groups',
      summary: 'Count your groups and what you have not read in them, in a zone or in all zones',
      tags: ['groups'],
    })
    .input(z.strictObject({ zoneId: id.optional() }).optional())
    .output(counts),
  get: inGroup
    .route({
      method: 'GET',
      path: '/groups/{groupId}',
      operationId: 'get_group',
      summary: 'Read one group',
      tags: ['groups'],
    })
    .input(z.strictObject({ groupId: id }))
    .output(groupDetail),
  /** The zone of a group, also before its PIN was entered: who follows a link learns where to enter. */
  zoneOf: signedInProcedure
    .route({
      method: 'GET',
      path: '/groups/{groupId}/zone',
      operationId: 'get_zone_of_group',
      summary: 'Read the zone of a group',
      tags: ['groups'],
    })
    .input(z.strictObject({ groupId: id }))
    .output(z.object({ zoneId: id }))
    .errors(pick('GROUP_NOT_FOUND')),
  create: inZoneProcedure
    .route({
      method: 'POST',
      path: '/zones/{zoneId}/groups',
      operationId: 'create_group',
      summary: 'Create a group with members',
      tags: ['groups'],
      successStatus: 201,
    })
    .input(z.strictObject({ zoneId: id, requestId: id, name, description, members: people.default([]) }))
    .output(z.object({ group: z.object({ id, name: z.string() }) }))
    .errors(pick('NOT_ASSIGNED', 'REQUEST_ID_TAKEN', 'GROUP_FULL')),
  update: inGroup
    .route({
      method: 'PUT',
      path: '/groups/{groupId}',
      operationId: 'update_group',
      summary: 'Change the name and description of a group',
      tags: ['groups'],
    })
    .input(z.strictObject({ groupId: id, name, description }))
    .output(z.object({ updated: z.literal(true) })),
  remove: inGroup
    .route({
      method: 'DELETE',
      path: '/groups/{groupId}',
      operationId: 'delete_group',
      summary: 'Delete a group with its messages and files',
      tags: ['groups'],
    })
    .input(z.strictObject({ groupId: id }))
    .output(z.object({ removed: z.literal(true) })),
  members: inGroup
    .route({
      method: 'GET',
      path: '/groups/{groupId}/members',
      operationId: 'get_group_members_safe',
      summary: 'List the members of a group by name',
      tags: ['groups'],
    })
    .input(paging.extend({ groupId: id, search: text(200).optional() }))
    .output(page(groupMember))
    .errors(pick('CURSOR_INVALID')),
  /** The people of a zone, to make members of. With a group: whether they are in it. */
  candidates: inZoneProcedure
    .route({
      method: 'GET',
      path: '/zones/{zoneId}/group-candidates',
      operationId: 'get_zone_users_for_groups',
      summary: 'List the people of a zone who can be in a group, by name',
      tags: ['groups'],
    })
    .input(paging.extend({ zoneId: id, groupId: id.optional(), search: text(200).optional() }))
    .output(page(groupCandidate))
    .errors(pick('CURSOR_INVALID')),
  addMembers: inGroup
    .route({
      method: 'POST',
      path: '/groups/{groupId}/members',
      operationId: 'add_group_members',
      summary: 'Add people of the zone to a group',
      tags: ['groups'],
    })
    .input(z.strictObject({ groupId: id, members: people.min(1, 'Please select users to add') }))
    /** How many were not in it yet. */
    .output(z.object({ added: z.int() }))
    .errors(pick('NOT_ASSIGNED', 'GROUP_FULL')),
  removeMember: inGroup
    .route({
      method: 'DELETE',
      path: '/groups/{groupId}/members/{userId}',
      operationId: 'remove_group_member',
      summary: 'Remove somebody from a group',
      tags: ['groups'],
    })
    .input(z.strictObject({ groupId: id, userId: id }))
    .output(z.object({ removed: z.boolean() })),
}
