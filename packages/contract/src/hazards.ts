import { assignedFilters, hazardSeverities, hazardStatuses } from '@muster/domain/hazard.ts'
import { limits } from '@muster/domain/limits.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { pick } from './errors.ts'
import { id, instant, latLng, waitedMs } from './ids.ts'
import { accuracy } from './numbers.ts'
import { page, paging, yes } from './paging.ts'
import { attachment, fileLinks } from './stored-files.ts'
import { oneLine, text } from './texts.ts'

const { inZone } = callsTagged('hazards')

/** Somebody a hazard names; without an account any more, without an id. */
const named = z.object({ id: id.nullable(), name: z.string() })

/** A hazard as a card shows it. */
export const hazard = z.object({
  id,
  zoneId: id,
  zoneName: z.string(),
  title: z.string(),
  description: z.string(),
  severity: z.enum(hazardSeverities),
  status: z.enum(hazardStatuses),
  reportedBy: named,
  assignee: named.nullable(),
  dueAt: instant.nullable(),
  position: latLng.nullable(),
  attachments: z.int(),
  /** The small picture of its first attachment that is one. */
  thumbnailUrl: z.string().nullable(),
  createdAt: instant,
  updatedAt: instant,
})
export type Hazard = z.infer<typeof hazard>

/** What happened to a hazard, or was said about it. */
export const hazardStep = z.object({
  id,
  kind: z.enum(['reported', 'status', 'comment', 'assigned']),
  by: named,
  at: instant,
  /** The status it went to. */
  status: z.enum(hazardStatuses).nullable(),
  note: z.string(),
  /** The new assignee; null where nobody is assigned any more. */
  assignee: named.nullable(),
})
export type HazardStep = z.infer<typeof hazardStep>

export const hazardDetail = hazard.extend({
  accuracyMeters: z.number().nullable(),
  /** When the server had it, where it was reported without a network; null where it came at once. */
  receivedAt: instant.nullable(),
  files: z.array(attachment).max(limits.hazardAttachmentsMost),
  steps: z.array(hazardStep).max(limits.hazardStepsMost),
  /** The steps the caller may take from here, in the order of the lifecycle. */
  maySet: z.array(z.enum(hazardStatuses)).max(hazardStatuses.length),
  mayManage: z.boolean(),
  /** Whether the caller may attach files to it. */
  mayAttach: z.boolean(),
})
export type HazardDetail = z.infer<typeof hazardDetail>

const filter = {
  search: text(200).optional(),
  severity: z.enum(hazardSeverities).optional(),
  status: z.enum(hazardStatuses).optional(),
  /** Without those that are closed. */
  unclosed: yes.optional(),
  /** Keeps overdue hazards that are open or in progress. */
  overdue: yes.optional(),
  /** Filters by assignee; without a status, closed and resolved hazards are left out. */
  assigned: z.enum(assignedFilters).optional(),
}

const counts = z.object({ open: z.int(), unsettled: z.int(), overdue: z.int() })

/** Of one hazard of one zone. */
const ofHazard = { zoneId: id, hazardId: id }

export const hazards = {
  /** Of all zones without `zoneId`, for internal admins only. */
  list: inZone('GET /hazards', 'list_hazards', 'List the hazards of a zone or of all zones, newest first')
    .input(paging.extend({ zoneId: id.optional(), ...filter }))
    .output(page(hazard))
    .errors(pick('CURSOR_INVALID')),
  /** How many are open in a zone, or for internal admins in all zones; open means not yet in progress. */
  count: inZone(
    'GET /hazards/count',
    'count_hazards',
    'Count the hazards of a zone or of all zones by status',
  )
    .input(z.strictObject({ zoneId: id.optional() }).optional())
    .output(counts),
  /** Those that are open or in progress and have a position, the newest of them. */
  onMap: inZone(
    'GET /zones/{zoneId}/hazards/map',
    'map_hazards',
    'List the unsettled hazards of a zone that have a position',
  )
    .input(z.strictObject({ zoneId: id }))
    .output(
      z.object({
        pins: z
          .array(hazard.pick({ id: true, title: true, severity: true, status: true }).extend({ at: latLng }))
          .max(limits.hazardsOnMapMost),
        more: z.boolean(),
      }),
    ),
  get: inZone(
    'GET /zones/{zoneId}/hazards/{hazardId}',
    'get_hazard',
    'Read one hazard with its files and history',
  )
    .input(z.strictObject(ofHazard))
    .output(hazardDetail)
    .errors(pick('HAZARD_NOT_FOUND')),
  /** `requestId` is made by the client: sending twice reports once. Files follow by the upload door. */
  report: inZone('POST /zones/{zoneId}/hazards', 'report_hazard', 'Report a hazard', 201)
    .input(
      z.strictObject({
        zoneId: id,
        requestId: id,
        title: oneLine(limits.titleMaxLength).min(1, 'Title is required'),
        description: text(limits.messageMaxLength).min(1, 'Description is required'),
        severity: z.enum(hazardSeverities).default('medium'),
        position: z.strictObject({ ...latLng.shape, accuracyMeters: accuracy.nullable() }).nullable(),
        waitedMs,
      }),
    )
    .output(z.object({ hazardId: id }))
    .errors(pick('REQUEST_ID_TAKEN', 'ZONE_NOT_ACTIVE')),
  setStatus: inZone(
    'POST /zones/{zoneId}/hazards/{hazardId}/status',
    'set_hazard_status',
    'Take a hazard to its next status',
  )
    .input(
      z.strictObject({
        ...ofHazard,
        /** The status the caller sees: another one meanwhile is refused. */
        from: z.enum(hazardStatuses),
        to: z.enum(hazardStatuses),
        note: text(limits.messageMaxLength).default(''),
      }),
    )
    .output(z.object({ status: z.enum(hazardStatuses) }))
    .errors(pick('HAZARD_NOT_FOUND', 'HAZARD_STEP_ILLEGAL', 'HAZARD_CHANGED')),
  comment: inZone(
    'POST /zones/{zoneId}/hazards/{hazardId}/comments',
    'comment_hazard',
    'Say something about a hazard',
    201,
  )
    .input(
      z.strictObject({
        ...ofHazard,
        requestId: id,
        note: text(limits.messageMaxLength).min(1, 'Write something first'),
      }),
    )
    .output(z.object({ commented: z.literal(true) }))
    .errors(pick('HAZARD_NOT_FOUND')),
  /** Assigns a member of the zone until a time, or nobody. */
  assign: inZone('PUT /zones/{zoneId}/hazards/{hazardId}/assignee', 'assign_hazard', 'Assign a hazard')
    .input(z.strictObject({ ...ofHazard, userId: id.nullable(), dueAt: instant.nullable() }))
    .output(z.object({ assigned: z.literal(true) }))
    .errors(pick('HAZARD_NOT_FOUND', 'NOT_ASSIGNED', 'DUE_TIME_PAST')),
  /** A link that opens one file for a minute, where it could not be fetched otherwise. */
  fileLink: inZone(
    'POST /zones/{zoneId}/hazards/{hazardId}/files/{fileId}/link',
    'link_hazard_file',
    'Make a link that opens an attachment for a minute',
  )
    .input(z.strictObject({ ...ofHazard, fileId: id }))
    .output(fileLinks)
    .errors(pick('HAZARD_NOT_FOUND', 'FILE_NOT_FOUND')),
  removeFile: inZone(
    'DELETE /zones/{zoneId}/hazards/{hazardId}/files/{fileId}',
    'remove_hazard_file',
    'Remove an attachment of a hazard',
  )
    .input(z.strictObject({ ...ofHazard, fileId: id }))
    .output(z.object({ removed: z.literal(true) }))
    .errors(pick('HAZARD_NOT_FOUND', 'FILE_NOT_FOUND')),
}
