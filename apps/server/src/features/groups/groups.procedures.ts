import type { groupOrders } from '@muster/contract/groups.ts'
import { id, instant } from '@muster/contract/ids.ts'
import { z } from 'zod'
import type { Tx } from '../../db/database.ts'
import { loadPersonNames } from '../../db/person-names.ts'
import { api, inZone, inZoneOf, inZoneOrAll } from '../../rpc/base.ts'
import { createCursors, createPage } from '../../rpc/paging.ts'
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

const groupCursors = createCursors('groups', z.object({ name: z.string(), id }))
const recentGroupCursors = createCursors('groups by last activity', z.object({ at: instant, id }))
const memberCursors = createCursors('members of a group', z.object({ name: z.string(), id }))
const candidateCursors = createCursors('people for a group', z.object({ name: z.string(), id }))
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
      const after = memberCursors.read(cursor)
      const rows = await listMembers(tx, group.id, search, { after, limit: limit + 1 })
      return createPage(
        rows,
        limit,
        row => memberView(row, linkTo),
        row => memberCursors.write({ name: row.name, id: row.id }),
      )
    }),

  candidates: api.groups.candidates
    .use(inZone('manage_groups'))
    .handler(async ({ context: { tx, linkTo, zone }, input: { cursor, limit, ...filter } }) => {
      const after = candidateCursors.read(cursor)
      const rows = await listCandidates(tx, { ...filter, zoneId: zone.id }, { after, limit: limit + 1 })
      return createPage(
        rows,
        limit,
        row => candidateView(row, linkTo),
        row => candidateCursors.write({ name: row.name, id: row.user_id }),
      )
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
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const isByName = order === 'name'
  const rows = isByName
    ? await listGroups(tx, userId, filter, { after: groupCursors.read(cursor), limit: limit + 1 })
    : await listRecentGroups(tx, userId, filter, {
        after: recentGroupCursors.read(cursor),
        limit: limit + 1,
      })
  const toPerson = await loadPersonNames(
    tx,
    rows.map(row => row.last_sender_id),
  )
  return createPage(
    rows,
    limit,
    row => groupView(row, toPerson),
    row =>
      isByName
        ? groupCursors.write({ name: row.name, id: row.id })
        : recentGroupCursors.write({ at: row.recency, id: row.id }),
  )
}
