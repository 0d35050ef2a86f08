import { limits } from '@muster/domain/limits.ts'
import { zoneRoles } from '@muster/domain/role.ts'
import { zoneStatuses } from '@muster/domain/zone.ts'
import { z } from 'zod'
import { type Call, callsTagged } from './base.ts'
import { pick } from './errors.ts'
import { fitting } from './fits.ts'
import { id, instant } from './ids.ts'
import { page, paging, trueOrText } from './paging.ts'
import { oneLine, text } from './texts.ts'

const { signedIn, inZone } = callsTagged('groups')

const lastMessage = z.object({
  number: z.int(),
  /** Null once the sender's account is deleted. */
  senderId: id.nullable(),
  senderName: z.string(),
  /** At most 200 characters. */
  text: z.string(),
  fileName: z.string().nullable(),
  isDeleted: z.boolean(),
})

const groupFacts = z.object({
  id,
  name: z.string(),
  description: z.string().nullable(),
  zoneId: id,
  zoneName: z.string(),
  members: z.int(),
  /** The time of the newest message; null if there is none. */
  lastActivity: instant.nullable(),
  createdAt: instant,
  /** The caller's membership, number of unread messages, and mute setting. */
  isMember: z.boolean(),
  unread: z.int(),
  muted: z.boolean(),
  /** The caller's permissions to read, write in and manage the group. */
  mayRead: z.boolean(),
  mayChat: z.boolean(),
  mayManage: z.boolean(),
})

/** A group as shown in a list. */
export const group = groupFacts.extend({
  /** Null if there is none, or if the caller may not read the conversation. */
  lastMessage: lastMessage.nullable(),
})
export type Group = z.infer<typeof group>
export const groupOrders = ['name', 'recent'] as const

export const groupDetail = groupFacts.extend({
  zoneStatus: z.enum(zoneStatuses),
  /** The number of the newest message, and of the last one the caller has read. */
  lastNumber: z.int(),
  lastRead: z.int(),
})
export type GroupDetail = z.infer<typeof groupDetail>

export const groupMember = z.object({
  /** The id of the membership, not of the person. */
  id,
  userId: id,
  firstName: z.string(),
  lastName: z.string(),
  name: z.string(),
  /** Null unless the caller looks after the zone's people. */
  email: z.string().nullable(),
  role: z.enum(zoneRoles),
  profileImageUrl: z.string().nullable(),
  addedAt: instant,
})
export type GroupMember = z.infer<typeof groupMember>

/** A person in the zone who can be added to the group. */
export const groupCandidate = z.object({
  userId: id,
  name: z.string(),
  email: z.string(),
  role: z.enum(zoneRoles),
  profileImageUrl: z.string().nullable(),
  /** True if they are already in the group. */
  isMember: z.boolean(),
})
export type GroupCandidate = z.infer<typeof groupCandidate>

const people = fitting(z.array(id).max(limits.groupMembersMost), 'uuid[]')
const name = oneLine(limits.groupNameMaxLength).min(1, 'Group name is required')
/** An empty description is stored as null. */
const description = text(limits.groupDescriptionMaxLength).default('')
/** Requires that the caller can see the group named by `groupId`. */
export const inGroup = (...call: Call) =>
  signedIn(...call).errors(pick('GROUP_NOT_FOUND', 'ZONE_NOT_FOUND', 'ZONE_ENTRY_REQUIRED'))
const filter = {
  /** A search in names and descriptions. */
  search: text(200).optional(),
  /** Only the caller's groups. */
  mine: trueOrText.optional(),
}

const counts = z.object({ mine: z.int(), unread: z.int(), all: z.int() })

export const groups = {
  /** Internal admins may omit `zoneId`. `recent`: by last activity, newest first; without messages, from its creation. */
  list: inZone('GET /groups', 'list_groups', 'List the groups of a zone or of all zones by name')
    .input(paging.extend({ zoneId: id.optional(), order: z.enum(groupOrders).default('name'), ...filter }))
    .output(page(group))
    .errors(pick('CURSOR_INVALID')),
  /** The caller's, the visible (`all`) and the unread messages. Internal admins may omit `zoneId`; `search` limits the groups. */
  count: inZone(
    'GET /groups/count',
    'count_groups',
    'Count your groups and what you have not read in them, in a zone or in all zones',
  )
    .input(z.strictObject({ zoneId: id.optional(), search: filter.search }).optional())
    .output(counts),
  get: inGroup('GET /groups/{groupId}', 'get_group', 'Read one group')
    .input(z.strictObject({ groupId: id }))
    .output(groupDetail),
  /** Answers even before the caller has entered that zone, so that whoever follows a link learns which zone to enter. */
  zoneOf: signedIn('GET /groups/{groupId}/zone', 'get_zone_of_group', 'Read the zone of a group')
    .input(z.strictObject({ groupId: id }))
    .output(z.object({ zoneId: id }))
    .errors(pick('GROUP_NOT_FOUND')),
  create: inZone('POST /zones/{zoneId}/groups', 'create_group', 'Create a group with members', 201)
    .input(z.strictObject({ zoneId: id, requestId: id, name, description, members: people.default([]) }))
    .output(z.object({ group: z.object({ id, name: z.string() }) }))
    .errors(pick('NOT_ASSIGNED', 'REQUEST_ID_TAKEN', 'GROUP_FULL')),
  update: inGroup('PUT /groups/{groupId}', 'update_group', 'Change the name and description of a group')
    .input(z.strictObject({ groupId: id, name, description }))
    .output(z.object({ updated: z.literal(true) })),
  remove: inGroup('DELETE /groups/{groupId}', 'delete_group', 'Delete a group with its messages and files')
    .input(z.strictObject({ groupId: id }))
    .output(z.object({ removed: z.literal(true) })),
  members: inGroup(
    'GET /groups/{groupId}/members',
    'get_group_members_safe',
    'List the members of a group by name',
  )
    .input(paging.extend({ groupId: id, search: text(200).optional() }))
    .output(page(groupMember))
    .errors(pick('CURSOR_INVALID')),
  /** Lists the people in a zone who can be added to a group. If a group is given, also says whether each is already in it. */
  candidates: inZone(
    'GET /zones/{zoneId}/group-candidates',
    'get_zone_users_for_groups',
    'List the people of a zone who can be in a group, by name',
  )
    .input(paging.extend({ zoneId: id, groupId: id.optional(), search: text(200).optional() }))
    .output(page(groupCandidate))
    .errors(pick('CURSOR_INVALID')),
  /** Names the groups of some people of a zone, as shown in its list of people. People in no group are left out. */
  memberships: inZone(
    'POST /zones/{zoneId}/group-memberships',
    'list_group_memberships',
    'List the groups of some people of a zone',
  )
    .input(
      z.strictObject({
        zoneId: id,
        userIds: fitting(z.array(id).min(1).max(limits.peopleChangedAtOnceMost), 'uuid[]'),
      }),
    )
    .output(
      z.object({
        people: z
          .array(
            z.object({
              userId: id,
              /** The first three, ordered by name; `count` is the total. */
              names: z.array(z.string()).max(3),
              count: z.int(),
            }),
          )
          .max(limits.peopleChangedAtOnceMost),
      }),
    ),
  addMembers: inGroup(
    'POST /groups/{groupId}/members',
    'add_group_members',
    'Add people of the zone to a group',
  )
    .input(z.strictObject({ groupId: id, members: people.min(1, 'Please select users to add') }))
    /** The number of people who were not in the group before. */
    .output(z.object({ added: z.int() }))
    .errors(pick('NOT_ASSIGNED', 'GROUP_FULL')),
  removeMember: inGroup(
    'DELETE /groups/{groupId}/members/{userId}',
    'remove_group_member',
    'Remove somebody from a group',
  )
    .input(z.strictObject({ groupId: id, userId: id }))
    .output(z.object({ removed: z.boolean() })),
}
