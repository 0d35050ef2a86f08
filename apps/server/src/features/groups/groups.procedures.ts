import type { groupOrders } from '@muster/contract/groups.ts'
import { id, instant } from '@muster/contract/ids.ts'
import { z } from 'zod'
import type { Tx } from '../../db/database.ts'
import { loadPersonNames } from '../../db/person-names.ts'
import { pluck } from '../../db/rows.ts'
import { api, inZone, inZoneOf, inZoneOrAll } from '../../rpc/base.ts'
import { createCursors } from '../../rpc/paging.ts'
import { endReadingsOfGroup } from '../documents/index.ts'
import { shiftsEvents } from '../shifts/index.ts'
import { addMembers, createGroup } from './create-group.ts'
import { groupsEvents } from './groups.events.ts'
import { ofGroup } from './groups.policy.ts'
import {
  countGroups,
  deleteGroup,
  type GroupFilter,
  listGroups,
  listRecentGroups,
  updateGroup,
} from './groups.queries.ts'
import { candidateView, groupDetailView, groupView, memberView } from './groups.view.ts'
import { deleteMember, listCandidates, listMembers, listMemberships } from './members.queries.ts'

const groupCursors = createCursors('groups', { name: z.string(), id })
const recentGroupCursors = createCursors('groups by last activity', { at: [instant, 'recency'], id })
const memberCursors = createCursors('members of a group', { name: z.string(), id })
const candidateCursors = createCursors('people for a group', { name: z.string(), id: [id, 'user_id'] })
type GroupOrder = (typeof groupOrders)[number]
const changeLimit = { name: 'group-change', points: 120, seconds: 60 * 60 }

/** Procedures for the groups of a zone and their members. Conversations are in `messages.procedures.ts`. */
export const groupsProcedures = {
  list: api.groups.list
    .use(inZoneOrAll('view_groups'))
    .handler(({ context: { tx, actor }, input: { cursor, limit, ...filter } }) =>
      readGroupPage(tx, actor.userId, filter, { cursor, limit }),
    ),

  count: api.groups.count
    .use(inZoneOrAll('view_groups'))
    .handler(({ context: { tx, actor, zone }, input }) =>
      countGroups(tx, actor.userId, { zoneId: zone?.id, search: input?.search }),
    ),

  get: api.groups.get
    .use(inZoneOf(ofGroup, 'view_groups'))
    .handler(({ context: { group } }) => groupDetailView(group)),

  zoneOf: api.groups.zoneOf
    .use(inZoneOf(ofGroup, 'view_groups', { withoutPin: true }))
    .handler(({ context: { group } }) => ({ zoneId: group.zone_id })),

  create: api.groups.create
    .use(inZone('manage_groups', { rateLimit: changeLimit }))
    .handler(async ({ context, input }) => ({
      group: await createGroup(context, { ...input, createdBy: context.actor.userId }),
    })),

  update: api.groups.update
    .use(inZoneOf(ofGroup, 'manage_groups', { rateLimit: changeLimit }))
    .handler(async ({ context: { tx, publish, group }, input: { name, description } }) => {
      if (await updateGroup(tx, group.id, name, description))
        publish(groupsEvents, { kind: 'group.changed', zoneId: group.zone_id, groupId: group.id })
      return { updated: true as const }
    }),

  remove: api.groups.remove
    .use(inZoneOf(ofGroup, 'manage_groups', { rateLimit: changeLimit }))
    .handler(async ({ context }) => {
      const { tx, publish, actor, group } = context
      await endReadingsOfGroup(context, actor.userId, group)
      await deleteGroup(tx, group.id)
      // The group's planned shifts were deleted with the group.
      publish(shiftsEvents, { kind: 'shifts.changed', zoneId: group.zone_id })
      return { removed: true as const }
    }),

  members: api.groups.members
    .use(inZoneOf(ofGroup, 'view_groups'))
    .handler(async ({ context: { tx, group, linkTo }, input: { search, cursor, limit } }) => {
      const page = await memberCursors.read({ cursor, limit }, it => listMembers(tx, group.id, search, it))
      return page.map(row => memberView(row, linkTo))
    }),

  candidates: api.groups.candidates
    .use(inZone('manage_groups'))
    .handler(async ({ context: { tx, linkTo, zone }, input: { cursor, limit, ...filter } }) => {
      const page = await candidateCursors.read({ cursor, limit }, it =>
        listCandidates(tx, { ...filter, zoneId: zone.id }, it),
      )
      return page.map(row => candidateView(row, linkTo))
    }),

  memberships: api.groups.memberships
    .use(inZone('view_groups'))
    .handler(async ({ context: { tx, zone }, input: { userIds } }) => {
      const rows = await listMemberships(tx, zone.id, userIds)
      return { people: rows.map(row => ({ userId: row.user_id, names: row.names, count: row.count })) }
    }),

  addMembers: api.groups.addMembers
    .use(inZoneOf(ofGroup, 'manage_groups', { rateLimit: changeLimit }))
    .handler(async ({ context, input: { members } }) => {
      const { actor, group } = context
      return {
        added: await addMembers(context, { ...group, zoneId: group.zone_id }, actor.userId, members),
      }
    }),

  removeMember: api.groups.removeMember
    .use(inZoneOf(ofGroup, 'manage_groups', { rateLimit: changeLimit }))
    .handler(async ({ context: { tx, group }, input: { userId } }) => ({
      removed: await deleteMember(tx, group.id, userId),
    })),
}

async function readGroupPage(
  tx: Tx,
  userId: string,
  { order, ...filter }: GroupFilter & { order: GroupOrder },
  position: { cursor?: string | undefined; limit: number },
) {
  const page =
    order === 'name'
      ? await groupCursors.read(position, it => listGroups(tx, userId, filter, it))
      : await recentGroupCursors.read(position, it => listRecentGroups(tx, userId, filter, it))
  const toPerson = await loadPersonNames(tx, pluck(page.rows, 'last_sender_id'))
  return page.map(row => groupView(row, toPerson))
}
