import type { HazardCandidate } from '@muster/contract/hazards.ts'
import type { EmergencyKind } from '@muster/domain/emergency.ts'
import type { HazardSeverity, HazardStatus } from '@muster/domain/hazard.ts'
import { limits } from '@muster/domain/limits.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { findRare } from '../../db/find-rare.ts'
import { many, one, oneOrNone } from '../../db/rows.ts'
import { wireTime } from '../../db/wire-time.ts'
import type { PageOf } from '../../rpc/paging.ts'

/** Time (ms) before the due time at which the assignee is alerted. */
const dueAlertLeadMs = 60 * 60_000

export type HazardFilter = {
  zoneId?: string
  search?: string | undefined
  severity?: HazardSeverity | undefined
  status?: HazardStatus | undefined
  unclosed?: true | undefined
  overdue?: true | undefined
  /** The ids of the wanted assignees; null stands for unassigned hazards. */
  assigneeIds?: readonly (string | null)[] | undefined
  /** Only unsettled hazards of this assignee, or all others. */
  ownPart?: { readonly userId: string; readonly part: 'own' | 'rest' } | undefined
  reportedBy?: string | undefined
  /** Only hazards that are open or in progress. */
  unsettled?: true | undefined
}
/** `own` is set in a list that begins with one person's hazards: true if the row is one of them. */
export type HazardCursor = {
  readonly createdAt: string
  readonly id: string
  readonly own?: boolean | undefined
}

const selectHazards = (tx: Tx) =>
  tx
    .selectFrom('hazards as h')
    .innerJoin('zones as z', 'z.id', 'h.zone_id')
    .select([
      'h.id',
      'h.zone_id',
      'z.name as zone_name',
      'h.title',
      'h.description',
      'h.severity',
      'h.status',
      'h.reported_by',
      'h.assignee_id',
      'h.due_at',
      'h.photo_urls',
      'h.latitude',
      'h.longitude',
      'h.accuracy_meters',
      'h.created_at',
      'h.received_at',
      'h.updated_at',
    ])
    .select(wireTime('h.created_at').as('created_at_exact'))

export type HazardRow = Awaited<ReturnType<ReturnType<typeof selectHazards>['execute']>>[number]

/**
 * Indexes: hazards_zone_newest, hazards_newest, hazards_unsettled, hazards_assignee, hazards_request; hazards_search for rare words.
 */
export async function listHazards(tx: Tx, filter: HazardFilter, { after, limit }: PageOf<HazardCursor>) {
  const { zoneId, search, severity, status, unclosed, overdue, assigneeIds, ownPart, reportedBy, unsettled } =
    filter
  let query = selectHazards(tx).orderBy('h.created_at', 'desc').orderBy('h.id', 'desc').limit(limit)
  if (zoneId) query = query.where('h.zone_id', '=', zoneId)
  if (severity) query = query.where('h.severity', '=', severity)
  if (status) query = query.where('h.status', '=', status)
  if (reportedBy) query = query.where('h.reported_by', '=', reportedBy)
  if (unclosed) query = query.where('h.status', '<>', 'closed')
  if (assigneeIds)
    query = query.where(({ or, eb }) =>
      or(
        assigneeIds.map(userId =>
          userId === null ? eb('h.assignee_id', 'is', null) : eb('h.assignee_id', '=', userId),
        ),
      ),
    )
  if (ownPart?.part === 'own') query = query.where('h.assignee_id', '=', ownPart.userId)
  if (ownPart?.part === 'rest')
    query = query.where(
      sql<boolean>`(h.assignee_id is distinct from ${ownPart.userId} or h.status not in ('open', 'in_progress'))`,
    )
  if (overdue) query = query.where('h.due_at', '<', sql<Date>`now()`)
  // Use literals instead of parameters, because PostgreSQL cannot match parameters to the partial index of unsettled hazards.
  if (unsettled || ownPart?.part === 'own')
    query = query.where(sql<boolean>`h.status in ('open', 'in_progress')`)
  if (search) {
    query = query.where(
      sql<boolean>`(search_query(${search}) is null or h.search @@ search_query(${search}))`,
    )
    const rareIds = await findRare(tx, 'rare_hazards', search, zoneId)
    if (rareIds) query = query.where(sql<boolean>`h.id = any(${rareIds}::uuid[])`)
  }
  if (after)
    query = query.where(
      sql<boolean>`(h.created_at, h.id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`,
    )
  return query.execute()
}

/** Lists the hazards that match a filter after a cursor: a person's own unsettled ones first, then all others, each newest first. */
export async function listOwnHazardsFirst(
  tx: Tx,
  filter: HazardFilter,
  userId: string,
  { after, limit }: PageOf<HazardCursor>,
) {
  const isPastOwn = after?.own === false
  const listPart = async (part: 'own' | 'rest', page: PageOf<HazardCursor>) =>
    (await listHazards(tx, { ...filter, ownPart: { userId, part } }, page)).map(row => ({
      ...row,
      own: part === 'own',
    }))
  const ownRows = isPastOwn ? [] : await listPart('own', { after, limit })
  if (ownRows.length === limit) return ownRows
  const limitOfRest = limit - ownRows.length
  return [
    ...ownRows,
    ...(await listPart('rest', { after: isPastOwn ? after : undefined, limit: limitOfRest })),
  ]
}

/** Finds a hazard in the zone; with `reportedBy`, only if that person reported it. */
export function findHazard(tx: Tx, zoneId: string, hazardId: string, reportedBy?: string) {
  const query = selectHazards(tx).where('h.id', '=', hazardId).where('h.zone_id', '=', zoneId)
  return (reportedBy ? query.where('h.reported_by', '=', reportedBy) : query).executeTakeFirst()
}

export type OriginRow = {
  readonly emergency_id: string
  readonly drill: boolean
  readonly kind: EmergencyKind
  readonly zone_name: string | null
  readonly declared_at: Date
}

/** Finds the emergency that a hazard is a finding of. */
export const findOrigin = (tx: Tx, hazardId: string) =>
  oneOrNone(tx)<OriginRow>`select * from finding_origin(${hazardId})`

/** Finds a hazard in the zone and locks it until the transaction ends, so that concurrent changes run one after the other. */
export const lockHazardRow = (tx: Tx, zoneId: string, hazardId: string) =>
  selectHazards(tx)
    .where('h.id', '=', hazardId)
    .where('h.zone_id', '=', zoneId)
    .forUpdate(['h'])
    .executeTakeFirst()

export type NewHazard = {
  readonly requestId: string
  readonly zoneId: string
  readonly reportedBy: string
  readonly title: string
  readonly description: string
  readonly severity: HazardSeverity
  readonly position: { lat: number; lng: number; accuracyMeters: number | null } | null
  readonly made: { readonly at: Date; readonly late: boolean }
}

/** Inserts a hazard; returns undefined for a repeated request. */
export const insertHazard = (tx: Tx, it: NewHazard) =>
  tx
    .insertInto('hazards')
    .values({
      request_id: it.requestId,
      title: it.title,
      description: it.description,
      severity: it.severity,
      zone_id: it.zoneId,
      reported_by: it.reportedBy,
      latitude: it.position?.lat ?? null,
      longitude: it.position?.lng ?? null,
      accuracy_meters: it.position?.accuracyMeters ?? null,
      ...(it.made.late && { created_at: it.made.at, received_at: sql`now()` }),
    })
    .onConflict(conflict => conflict.columns(['reported_by', 'request_id']).doNothing())
    .returning('id')
    .executeTakeFirst()

export const findReportedHazard = (tx: Tx, reportedBy: string, requestId: string) =>
  tx
    .selectFrom('hazards')
    .select(['id', 'zone_id', 'title', 'description', 'severity'])
    .where('reported_by', '=', reportedBy)
    .where('request_id', '=', requestId)
    .executeTakeFirst()

export type NewStep = {
  readonly hazardId: string
  readonly actorId: string
  readonly kind: 'reported' | 'status' | 'comment' | 'assigned'
  readonly status?: HazardStatus
  readonly assigneeId?: string | null
  readonly note?: string
  /** The time of the step; now by default. */
  readonly at?: Date | undefined
}

const buildStepInsert = (tx: Tx, it: NewStep, requestId: string | null) =>
  tx
    .insertInto('hazard_steps')
    .values({
      hazard_id: it.hazardId,
      request_id: requestId,
      kind: it.kind,
      actor_id: it.actorId,
      status: it.status ?? null,
      assignee_id: it.assigneeId ?? null,
      note: it.note ?? '',
      ...(it.at && { at: it.at }),
    })
    .returning('id')

export async function insertStep(tx: Tx, step: NewStep): Promise<string> {
  const { id } = await buildStepInsert(tx, step, null).executeTakeFirstOrThrow()
  return id
}

/** Inserts a step; returns false for a repeated request. */
export async function insertStepOnce(tx: Tx, requestId: string, step: NewStep): Promise<boolean> {
  const row = await buildStepInsert(tx, step, requestId)
    .onConflict(conflict => conflict.columns(['actor_id', 'request_id']).doNothing())
    .executeTakeFirst()
  return row !== undefined
}

/** Lists a hazard's newest steps, up to a limit, oldest first. Index: hazard_steps_hazard. */
export async function listSteps(tx: Tx, hazardId: string, limit = limits.hazardStepsMost) {
  const rows = await tx
    .selectFrom('hazard_steps')
    .select(['id', 'kind', 'actor_id', 'status', 'assignee_id', 'note', 'at'])
    .where('hazard_id', '=', hazardId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.reverse()
}
export type StepRow = Awaited<ReturnType<typeof listSteps>>[number]

export const updateStatus = (tx: Tx, hazardId: string, status: HazardStatus) =>
  tx.updateTable('hazards').set({ status }).where('id', '=', hazardId).execute()

/** Updates the assignee and due time; a new due time raises another alert. */
export const updateAssignee = (
  tx: Tx,
  hazardId: string,
  assigneeId: string | null,
  { dueAt, isOtherTime }: { dueAt: Date | null; isOtherTime: boolean },
) =>
  tx
    .updateTable('hazards')
    .set({ assignee_id: assigneeId, due_at: dueAt, ...(isOtherTime && { due_told_at: null }) })
    .where('id', '=', hazardId)
    .execute()

/** Lists the hazards assigned to a person, whoever reported them. Index: hazards_assignee. */
export const listAssignedHazards = (tx: Tx, userId: string) =>
  tx
    .selectFrom('hazards')
    .select(['id', 'zone_id', 'title', 'severity', 'status', 'reported_by'])
    .where('assignee_id', '=', userId)
    .execute()

/** Lists the people to whom a hazard of the zone can be assigned, best first. */
export const listCandidates = (
  tx: Tx,
  {
    zoneId,
    hazardId,
    search,
  }: { zoneId: string; hazardId?: string | undefined; search?: string | undefined },
) =>
  many(tx)<HazardCandidate>`
    select user_id as "userId", first_name as "firstName", last_name as "lastName", user_code as "userCode",
      is_inside as "inside", skills, has_skill as "hasSkill"
    from hazard_candidates(${zoneId}, ${hazardId ?? null}, ${search ?? null},
      ${limits.presenceStaleMs}::float8 * interval '1 ms', ${limits.hazardCandidatesMost}::int)`

export const updatePhotos = (tx: Tx, hazardId: string, paths: readonly string[]) =>
  tx
    .updateTable('hazards')
    .set({ photo_urls: [...paths] })
    .where('id', '=', hazardId)
    .execute()

export type HazardCounts = { open: number; unsettled: number; overdue: number }

/** Counts the unsettled hazards in one zone or all zones, from one reporter or all reporters. Index: hazards_unsettled. */
export const countHazards = (tx: Tx, zoneId?: string, reportedBy?: string) =>
  one(tx)<HazardCounts>`
    select count(*) filter (where status = 'open') as open, count(*) as unsettled,
      count(*) filter (where due_at < now()) as overdue
    from hazards where status in ('open', 'in_progress') and (${zoneId ?? null}::uuid is null or zone_id = ${zoneId ?? null})
      and (${reportedBy ?? null}::uuid is null or reported_by = ${reportedBy ?? null})`

/** Lists the unsettled hazards in a zone that have a position, newest first. */
export const listMapHazards = (tx: Tx, zoneId: string, limit: number, reportedBy?: string) =>
  tx
    .selectFrom('hazards')
    .select(['id', 'title', 'severity', 'status', 'latitude', 'longitude'])
    .where('zone_id', '=', zoneId)
    .$if(reportedBy !== undefined, query => query.where('reported_by', '=', reportedBy ?? null))
    .where('status', 'in', ['open', 'in_progress'])
    .where('latitude', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
export type PinRow = Awaited<ReturnType<typeof listMapHazards>>[number]

/** Within `dueAlertLeadMs`, not alerted since the due time was set, assignee still able to see it. Index: hazards_due. */
export const markDueHazards = (tx: Tx) =>
  many(tx)<{
    id: string
    zoneId: string
    title: string
    description: string
    assigneeId: string | null
    dueAt: Date
    isOverdue: boolean
  }>`
    update hazards set due_told_at = now()
    where due_at is not null and due_told_at is null and status in ('open', 'in_progress')
      and due_at < now() + ${dueAlertLeadMs}::float8 * interval '1 ms' 
      and (assignee_id is null or sees_hazard(assignee_id, zone_id, reported_by))
    returning id, zone_id as "zoneId", title, description, assignee_id as "assigneeId", due_at as "dueAt",
      due_at < now() as "isOverdue"`
