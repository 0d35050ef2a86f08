import { id } from '@muster/contract/ids.ts'
import { z } from 'zod'
import type { Tx } from '../../db/database.ts'
import { api, inZone, signedIn } from '../../rpc/base.ts'
import { fail } from '../../rpc/fail.ts'
import { pageOf, places } from '../../rpc/paging.ts'
import { logReadingsOfGroupEnded } from '../documents/index.ts'
import { addMembers, createGroup } from './create-group.ts'
import { groupsEvents } from './groups.events.ts'
import { requireGroup } from './groups.policy.ts'
import {
  countGroups,
  deleteGroup,
  findGroup,
  type GroupFilter,
  listGroups,
  updateGroup,
} from './groups.queries.ts'
import { candidateView, groupDetailView, groupView, memberView } from './groups.view.ts'
import { deleteMember, listCandidates, listMembers } from './members.queries.ts'

const groupPlaces = places('groups', z.object({ name: z.string(), id }))
const memberPlaces = places('members of a group', z.object({ name: z.string(), id }))
const candidatePlaces = places('people for a group', z.object({ name: z.string(), id }))
const changes = { name: 'group-change', points: 120, seconds: 60 * 60 }

/** Groups of a zone: who is in them, and who may change that. What is said in them is in `messages.procedures.ts`. */
export const groupsProcedures = {
  list: api.groups.list
    .use(inZone('view_groups'))
    .handler(({ context: { tx, actor, zone }, input: { cursor, limit, zoneId: _, ...filter } }) =>
      pageOfGroups(tx, actor.userId, { ...filter, zoneId: zone.id }, { cursor, limit }),
    ),

  all: api.groups.all
    .use(signedIn('view_all_zones'))
    .handler(({ context: { tx, actor }, input: { cursor, limit, ...filter } }) =>
      pageOfGroups(tx, actor.userId, filter, { cursor, limit }),
    ),

  count: api.groups.count
    .use(inZone('view_groups'))
    .handler(({ context: { tx, actor, zone } }) => countGroups(tx, actor.userId, zone.id)),

  countAll: api.groups.countAll
    .use(signedIn('view_all_zones'))
    .handler(({ context: { tx, actor } }) => countGroups(tx, actor.userId)),

  get: api.groups.get
    .use(signedIn())
    .handler(async ({ context: { tx, actor }, input }) =>
      groupDetailView(await requireGroup(tx, actor, input.groupId)),
    ),

  zoneOf: api.groups.zoneOf.use(signedIn()).handler(async ({ context: { tx, actor }, input }) => {
    const group = await findGroup(tx, actor.userId, input.groupId)
    if (!group) throw fail('GROUP_NOT_FOUND')
    return { zoneId: group.zone_id }
  }),

  create: api.groups.create
    .use(inZone('manage_groups', { rateLimit: changes }))
    .handler(async ({ context, input }) => ({
      group: await createGroup(context, { ...input, createdBy: context.actor.userId }),
    })),

  update: api.groups.update
    .use(signedIn(null, { rateLimit: changes }))
    .handler(async ({ context: { tx, actor, publish }, input: { groupId, name, description } }) => {
      const { zone_id: zoneId } = await requireGroup(tx, actor, groupId, 'manage_groups')
      if (await updateGroup(tx, groupId, name, description))
        publish(groupsEvents, { kind: 'group.changed', zoneId, groupId })
      return { updated: true as const }
    }),

  remove: api.groups.remove
    .use(signedIn(null, { rateLimit: changes }))
    .handler(async ({ context: { tx, actor }, input: { groupId } }) => {
      const group = await requireGroup(tx, actor, groupId, 'manage_groups')
      await logReadingsOfGroupEnded(tx, actor.userId, group)
      await deleteGroup(tx, groupId)
      return { removed: true as const }
    }),

  members: api.groups.members
    .use(signedIn())
    .handler(async ({ context: { tx, actor, linkTo }, input: { groupId, search, cursor, limit } }) => {
      await requireGroup(tx, actor, groupId)
      const after = memberPlaces.read(cursor)
      const rows = await listMembers(tx, groupId, search, { after, limit: limit + 1 })
      return pageOf(
        rows,
        limit,
        row => memberView(row, linkTo),
        row => memberPlaces.write({ name: row.name, id: row.id }),
      )
    }),

  candidates: api.groups.candidates
    .use(inZone('manage_groups'))
    .handler(async ({ context: { tx, linkTo, zone }, input: { cursor, limit, ...filter } }) => {
      const after = candidatePlaces.read(cursor)
      const rows = await listCandidates(tx, { ...filter, zoneId: zone.id }, { after, limit: limit + 1 })
      return pageOf(
        rows,
        limit,
        row => candidateView(row, linkTo),
        row => candidatePlaces.write({ name: row.name, id: row.user_id }),
      )
    }),

  addMembers: api.groups.addMembers
    .use(signedIn(null, { rateLimit: changes }))
    .handler(async ({ context, input: { groupId, members } }) => {
      const { tx, actor } = context
      const group = await requireGroup(tx, actor, groupId, 'manage_groups')
      return {
        added: await addMembers(context, { ...group, zoneId: group.zone_id }, actor.userId, members),
      }
    }),

  removeMember: api.groups.removeMember
    .use(signedIn(null, { rateLimit: changes }))
    .handler(async ({ context: { tx, actor }, input: { groupId, userId } }) => {
      await requireGroup(tx, actor, groupId, 'manage_groups')
      return { removed: await deleteMember(tx, groupId, userId) }
    }),
}

async function pageOfGroups(
  tx: Tx,
  userId: string,
  filter: GroupFilter,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const rows = await listGroups(tx, userId, filter, { after: groupPlaces.read(cursor), limit: limit + 1 })
  return pageOf(rows, limit, groupView, row => groupPlaces.write({ name: row.name, id: row.id }))
}
