import { id, instant } from '@muster/contract/ids.ts'
import type { AssignedFilter } from '@muster/domain/hazard.ts'
import { limits } from '@muster/domain/limits.ts'
import { z } from 'zod'
import type { Tx } from '../../db/database.ts'
import { personNames } from '../../db/person-names.ts'
import type { Platform } from '../../platform/platform.ts'
import { actTime } from '../../rpc/act-time.ts'
import { api, inZone, inZoneOrAll } from '../../rpc/base.ts'
import type { ActorZone, SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { createPage, places } from '../../rpc/paging.ts'
import { fileLinks, findHazardFile, listHazardFiles } from '../files/index.ts'
import { assignHazard, commentHazard, setHazardStatus } from './change-hazard.ts'
import { removeHazardFile } from './hazard-files.ts'
import { visibleReporter } from './hazards.policy.ts'
import {
  countHazards,
  findHazard,
  type HazardFilter,
  listHazards,
  listSteps,
  mapHazards,
} from './hazards.queries.ts'
import { hazardDetailView, hazardView, pinView } from './hazards.view.ts'
import { reportHazard } from './report-hazard.ts'

/** Lifetime of a replacement link for an attachment that could not be fetched. */
const hazardFallbackLinkMs = 60_000

const hazardPlaces = places('hazards', z.object({ createdAt: instant, id }))
const reports = { name: 'hazard-report', points: 30, seconds: 60 * 60 }
const words = { name: 'hazard-comment', points: 60, seconds: 60 * 10 }
const steps = { name: 'hazard-step', points: 120, seconds: 60 * 10 }

/** Procedures for hazards (called notifications on screen), which people of a zone report and those with permission resolve. */
export function hazardsProcedures({ links }: Pick<Platform, 'links'>) {
  return {
    list: api.hazards.list
      .use(inZoneOrAll('view_own_hazards'))
      .handler(({ context: { tx, actor, linkTo, zone }, input }) => {
        const reportedBy = zone && visibleReporter(zone, actor.userId)
        return pageOfHazards(tx, linkTo, { ...filterFor(actor, input), zoneId: zone?.id, reportedBy }, input)
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
        const rows = await mapHazards(tx, zone.id, limit + 1, visibleReporter(zone, actor.userId))
        return { pins: rows.slice(0, limit).map(pinView), more: rows.length > limit }
      }),

    get: api.hazards.get
      .use(inZone('view_own_hazards'))
      .handler(async ({ context: { tx, actor, linkTo, zone }, input }) => {
        const row = await findHazard(tx, zone.id, input.hazardId, visibleReporter(zone, actor.userId))
        if (!row) throw fail('HAZARD_NOT_FOUND')
        const [files, steps] = [await listHazardFiles(tx, row.id), await listSteps(tx, row.id)]
        const people = steps.flatMap(step => [step.actor_id, step.assignee_id])
        const names = await personNames(tx, [row.reported_by, row.assignee_id, ...people])
        return hazardDetailView(row, names, linkTo, { files, steps, zone, userId: actor.userId })
      }),

    report: api.hazards.report
      .use(inZone('report_hazards', { rateLimit: reports }))
      .handler(async ({ context, input: { zoneId: _, waitedMs, ...form } }) => {
        const { actor, zone } = context
        if (zone.status !== 'active') throw fail('ZONE_NOT_ACTIVE')
        const origin = { made: actTime(waitedMs), zoneId: zone.id, reportedBy: actor.userId }
        return { hazardId: await reportHazard(context, { ...form, ...origin }) }
      }),

    setStatus: api.hazards.setStatus
      .use(inZone('view_own_hazards', { rateLimit: steps }))
      .handler(async ({ context, input }) => {
        await setHazardStatus(context, toWho(context), input)
        return { status: input.to }
      }),

    comment: api.hazards.comment
      .use(inZone('view_own_hazards', { rateLimit: words }))
      .handler(async ({ context, input }) => {
        await commentHazard(context, toWho(context), input)
        return { commented: true as const }
      }),

    assign: api.hazards.assign
      .use(inZone('manage_hazards', { rateLimit: steps }))
      .handler(async ({ context, input: { hazardId, userId, dueAt } }) => {
        const time = userId !== null && dueAt !== null ? new Date(dueAt) : null
        await assignHazard(context, toWho(context), { hazardId, assigneeId: userId, dueAt: time })
        return { assigned: true as const }
      }),

    fileLink: api.hazards.fileLink
      .use(inZone('view_own_hazards'))
      .handler(async ({ context: { tx, actor, zone }, input }) => {
        const reportedBy = visibleReporter(zone, actor.userId)
        if (!(await findHazard(tx, zone.id, input.hazardId, reportedBy))) throw fail('HAZARD_NOT_FOUND')
        const file = await findHazardFile(tx, input.hazardId, input.fileId)
        if (!file) throw fail('FILE_NOT_FOUND')
        return fileLinks(file, path => links.linkTo(path, actor.sessionId, hazardFallbackLinkMs))
      }),

    removeFile: api.hazards.removeFile
      .use(inZone('view_own_hazards', { rateLimit: steps }))
      .handler(async ({ context, input }) => {
        await removeHazardFile(context, toWho(context), input)
        return { removed: true as const }
      }),
  }
}

const toWho = ({ zone, actor }: { zone: ActorZone; actor: SignedInActor }) => ({ zone, userId: actor.userId })

type ListInput = Omit<HazardFilter, 'zoneId' | 'reportedBy' | 'assigneeId'> & {
  assigned?: AssignedFilter | undefined
}

const filterFor = (
  { userId }: { userId: string },
  { search, severity, status, unclosed, overdue, assigned }: ListInput,
): HazardFilter => ({
  search,
  severity,
  status,
  unclosed,
  overdue,
  assigneeId: assigned && (assigned === 'me' ? userId : null),
})

async function pageOfHazards(
  tx: Tx,
  linkTo: (path: string) => string,
  filter: HazardFilter,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const rows = await listHazards(tx, filter, { after: hazardPlaces.read(cursor), limit: limit + 1 })
  const names = await personNames(
    tx,
    rows.flatMap(row => [row.reported_by, row.assignee_id]),
  )
  return createPage(
    rows,
    limit,
    row => hazardView(row, names, linkTo),
    row => hazardPlaces.write({ createdAt: row.created_at_exact, id: row.id }),
  )
}
