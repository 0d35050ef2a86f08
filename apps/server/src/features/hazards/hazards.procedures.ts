import { id, instant } from '@muster/contract/ids.ts'
import type { AssignedFilter } from '@muster/domain/hazard.ts'
import { limits } from '@muster/domain/limits.ts'
import { z } from 'zod'
import type { Tx } from '../../db/database.ts'
import { loadPersonNames } from '../../db/person-names.ts'
import { pluck } from '../../db/rows.ts'
import type { Platform } from '../../platform/platform.ts'
import { toActionTime } from '../../rpc/act-time.ts'
import { api, inZone, inZoneOrAll } from '../../rpc/base.ts'
import type { ActorZone, SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { createCursors } from '../../rpc/paging.ts'
import { fileLinks, findHazardFile, listHazardFiles } from '../files/index.ts'
import { assignHazard, commentHazard, setHazardStatus } from './change-hazard.ts'
import { changeHazards } from './change-hazards.ts'
import { removeHazardFile } from './hazard-files.ts'
import { visibleReporter } from './hazards.policy.ts'
import {
  countHazards,
  findHazard,
  findOrigin,
  type HazardFilter,
  listCandidates,
  listHazards,
  listMapHazards,
  listOwnHazardsFirst,
  listSteps,
} from './hazards.queries.ts'
import { hazardDetailView, hazardView, pinView } from './hazards.view.ts'
import { reportHazard } from './report-hazard.ts'

/** Lifetime (ms) of a replacement link for an attachment that could not be fetched. */
const hazardFallbackLinkTtlMs = 60_000

const hazardCursors = createCursors('hazards', {
  createdAt: [instant, 'created_at_exact'],
  id,
  own: z.boolean().optional(),
})
const reportRate = { name: 'hazard-report', points: 30, seconds: 60 * 60 }
const commentRate = { name: 'hazard-comment', points: 60, seconds: 60 * 10 }
const candidatesRate = { name: 'hazard-candidates', points: 120, seconds: 60 }
const bulkRate = { name: 'hazard-bulk', points: 120, seconds: 60 * 10 }
const stepRate = { name: 'hazard-step', points: 120, seconds: 60 * 10 }

/** Screens call hazards notifications. */
export function hazardsProcedures({ links }: Pick<Platform, 'links'>) {
  return {
    list: api.hazards.list
      .use(inZoneOrAll('view_own_hazards'))
      .handler(({ context: { tx, actor, linkTo, zone }, input }) => {
        const visibleTo = zone && visibleReporter(zone, actor.userId)
        const filter = toHazardFilter(actor, input)
        return readHazardsPage(
          tx,
          linkTo,
          { ...filter, zoneId: zone?.id, reportedBy: visibleTo ?? filter.reportedBy },
          { ...input, ownerFirst: input.mineFirst && actor.userId },
        )
      }),

    count: api.hazards.count
      .use(inZoneOrAll('view_own_hazards'))
      .handler(({ context: { tx, actor, zone } }) =>
        countHazards(tx, zone?.id, zone && visibleReporter(zone, actor.userId)),
      ),

    onMap: api.hazards.onMap
      .use(inZone('view_own_hazards'))
      .handler(async ({ context: { tx, actor, zone } }) => {
        const limit = limits.hazardsOnMapMost
        const rows = await listMapHazards(tx, zone.id, limit + 1, visibleReporter(zone, actor.userId))
        return { pins: rows.slice(0, limit).map(pinView), more: rows.length > limit }
      }),

    get: api.hazards.get
      .use(inZone('view_own_hazards'))
      .handler(async ({ context: { tx, actor, linkTo, zone }, input }) => {
        const row = await findHazard(tx, zone.id, input.hazardId, visibleReporter(zone, actor.userId))
        if (!row) throw fail('HAZARD_NOT_FOUND')
        const [files, steps] = [await listHazardFiles(tx, row.id), await listSteps(tx, row.id)]
        const personIds = steps.flatMap(step => [step.actor_id, step.assignee_id])
        const toPerson = await loadPersonNames(tx, [row.reported_by, row.assignee_id, ...personIds])
        const finding = await findOrigin(tx, row.id)
        return hazardDetailView(row, toPerson, linkTo, { files, steps, finding, zone, userId: actor.userId })
      }),

    report: api.hazards.report
      .use(inZone('report_hazards', { rateLimit: reportRate }))
      .handler(async ({ context, input: { zoneId: _, waitedMs, ...form } }) => {
        const { actor, zone } = context
        if (zone.status !== 'active') throw fail('ZONE_NOT_ACTIVE')
        const reportContext = { made: toActionTime(waitedMs), zoneId: zone.id, reportedBy: actor.userId }
        return { hazardId: await reportHazard(context, { ...form, ...reportContext }) }
      }),

    setStatus: api.hazards.setStatus
      .use(inZone('view_own_hazards', { rateLimit: stepRate }))
      .handler(async ({ context, input }) => {
        await setHazardStatus(context, toHazardActor(context), input)
        return { status: input.to }
      }),

    comment: api.hazards.comment
      .use(inZone('view_own_hazards', { rateLimit: commentRate }))
      .handler(async ({ context, input }) => {
        await commentHazard(context, toHazardActor(context), input)
        return { commented: true as const }
      }),

    assign: api.hazards.assign
      .use(inZone('manage_hazards', { rateLimit: stepRate }))
      .handler(async ({ context, input: { hazardId, userId, dueAt } }) => {
        const dueTime = dueAt === null ? null : new Date(dueAt)
        await assignHazard(context, toHazardActor(context), { hazardId, assigneeId: userId, dueAt: dueTime })
        return { assigned: true as const }
      }),

    candidates: api.hazards.candidates
      .use(inZone('manage_hazards', { rateLimit: candidatesRate }))
      .handler(async ({ context: { tx, zone }, input: { hazardId, search } }) => ({
        people: await listCandidates(tx, { zoneId: zone.id, hazardId, search }),
      })),

    changeMany: api.hazards.changeMany
      .use(inZone('manage_hazards', { rateLimit: bulkRate }))
      .handler(({ context, input: { hazardIds, change } }) =>
        changeHazards(context, toHazardActor(context), hazardIds, change),
      ),

    fileLink: api.hazards.fileLink
      .use(inZone('view_own_hazards'))
      .handler(async ({ context: { tx, actor, zone }, input }) => {
        const reportedBy = visibleReporter(zone, actor.userId)
        if (!(await findHazard(tx, zone.id, input.hazardId, reportedBy))) throw fail('HAZARD_NOT_FOUND')
        const file = await findHazardFile(tx, input.hazardId, input.fileId)
        if (!file) throw fail('FILE_NOT_FOUND')
        return fileLinks(file, path => links.linkTo(path, actor.sessionId, hazardFallbackLinkTtlMs))
      }),

    removeFile: api.hazards.removeFile
      .use(inZone('view_own_hazards', { rateLimit: stepRate }))
      .handler(async ({ context, input }) => {
        await removeHazardFile(context, toHazardActor(context), input)
        return { removed: true as const }
      }),
  }
}

const toHazardActor = ({ zone, actor }: { zone: ActorZone; actor: SignedInActor }) => ({
  zone,
  userId: actor.userId,
})

type ListInput = Omit<HazardFilter, 'zoneId' | 'reportedBy' | 'assigneeIds' | 'ownPart' | 'unsettled'> & {
  assigned?: AssignedFilter | undefined
  reportedByMe?: true | undefined
}

const toHazardFilter = (
  { userId }: { userId: string },
  { search, severity, status, unclosed, overdue, assigned, reportedByMe }: ListInput,
): HazardFilter => ({
  search,
  severity,
  status,
  unclosed,
  overdue,
  assigneeIds: assigned && { me: [userId], nobody: [null], me_or_nobody: [userId, null] }[assigned],
  reportedBy: reportedByMe && userId,
  unsettled: overdue || ((assigned || reportedByMe) && !status ? true : undefined),
})

async function readHazardsPage(
  tx: Tx,
  linkTo: (path: string) => string,
  filter: HazardFilter,
  input: { cursor?: string | undefined; limit: number; ownerFirst: string | undefined },
) {
  const { ownerFirst } = input
  const page = await hazardCursors.read(input, it =>
    ownerFirst ? listOwnHazardsFirst(tx, filter, ownerFirst, it) : listHazards(tx, filter, it),
  )
  const toPerson = await loadPersonNames(tx, pluck(page.rows, 'reported_by', 'assignee_id'))
  return page.map(row => hazardView(row, toPerson, linkTo))
}
