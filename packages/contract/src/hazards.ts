import { emergencyKinds } from '@muster/domain/emergency.ts'
import { assignedFilters, hazardSeverities, hazardStatuses } from '@muster/domain/hazard.ts'
import { limits } from '@muster/domain/limits.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { pick } from './errors.ts'
import { id, instant, latLng, waitedMs } from './ids.ts'
import { accuracy } from './numbers.ts'
import { page, paging, trueOrText } from './paging.ts'
import { attachment, fileLinks } from './stored-files.ts'
import { oneLine, text } from './texts.ts'
import { undoSteps } from './undo-steps.ts'

const { inZone } = callsTagged('hazards')

/** A person named in a hazard; `id` is null once their account is deleted. */
const namedPerson = z.object({ id: id.nullable(), name: z.string() })

/** A hazard as shown on a card. */
export const hazard = z.object({
  id,
  zoneId: id,
  zoneName: z.string(),
  title: z.string(),
  description: z.string(),
  severity: z.enum(hazardSeverities),
  status: z.enum(hazardStatuses),
  reportedBy: namedPerson,
  assignee: namedPerson.nullable(),
  dueAt: instant.nullable(),
  position: latLng.nullable(),
  attachments: z.int(),
  /** The thumbnail of the hazard's first picture. */
  thumbnailUrl: z.string().nullable(),
  createdAt: instant,
  updatedAt: instant,
})
export type Hazard = z.infer<typeof hazard>

/** An entry in a hazard's history: a change or a comment. */
export const hazardStep = z.object({
  id,
  kind: z.enum(['reported', 'status', 'comment', 'assigned']),
  by: namedPerson,
  at: instant,
  /** The new status. */
  status: z.enum(hazardStatuses).nullable(),
  note: z.string(),
  /** The new assignee; null if the hazard was unassigned. */
  assignee: namedPerson.nullable(),
})
export type HazardStep = z.infer<typeof hazardStep>

export const hazardDetail = hazard.extend({
  accuracyMeters: z.number().nullable(),
  /** When the server received a hazard reported offline; otherwise null. */
  receivedAt: instant.nullable(),
  files: z.array(attachment).max(limits.hazardAttachmentsMost),
  steps: z.array(hazardStep).max(limits.hazardStepsMost),
  /** The statuses to which the caller may change the hazard, in the order of the lifecycle. */
  maySet: z.array(z.enum(hazardStatuses)).max(hazardStatuses.length),
  mayManage: z.boolean(),
  /** The emergency or drill that showed it, if it is a finding; `zoneName` is null after a call for all zones. */
  finding: z
    .object({
      emergencyId: id,
      drill: z.boolean(),
      kind: z.enum(emergencyKinds),
      zoneName: z.string().nullable(),
      declaredAt: instant,
    })
    .nullable(),
  /** True if the caller may attach files. */
  mayAttach: z.boolean(),
})
export type HazardDetail = z.infer<typeof hazardDetail>

const filter = {
  search: text(200).optional(),
  severity: z.enum(hazardSeverities).optional(),
  status: z.enum(hazardStatuses).optional(),
  /** Excludes closed hazards. */
  unclosed: trueOrText.optional(),
  /** Only overdue hazards that are open or in progress. */
  overdue: trueOrText.optional(),
  /** Filters by assignee. Unless a status is given, only hazards that are open or in progress. */
  assigned: z.enum(assignedFilters).optional(),
  /** Only hazards that the caller reported. Unless a status is given, only those that are open or in progress. */
  reportedByMe: trueOrText.optional(),
  /** Lists the caller's own unsettled hazards before the others. */
  mineFirst: trueOrText.optional(),
}

/** A member to whom a hazard can be assigned. */
const candidate = z.object({
  userId: id,
  firstName: z.string(),
  lastName: z.string(),
  userCode: z.string(),
  /** True if the person is inside the zone and was seen there lately. */
  inside: z.boolean(),
  skills: z.array(z.string()).max(limits.skillsMax),
  /** True if the search or the text of the hazard mentions one of the skills. */
  hasSkill: z.boolean(),
})
export type HazardCandidate = z.infer<typeof candidate>

/** One change for several hazards. */
const hazardChange = z.union([
  z.strictObject({ assigneeId: id.nullable() }),
  z.strictObject({
    dueAt: instant.nullable(),
    /** True for a time that the hazards had before, which may have passed. */
    restores: z.literal(true).optional(),
  }),
  z.strictObject({ status: z.enum(hazardStatuses) }),
])
export type HazardChange = z.infer<typeof hazardChange>

const counts = z.object({ open: z.int(), unsettled: z.int(), overdue: z.int() })

const hazardRef = { zoneId: id, hazardId: id }

export const hazards = {
  /** Internal admins may omit `zoneId`. People who may not see every hazard of a zone get only their own reports. */
  list: inZone('GET /hazards', 'list_hazards', 'List the hazards of a zone or of all zones, newest first')
    .input(paging.extend({ zoneId: id.optional(), ...filter }))
    .output(page(hazard))
    .errors(pick('CURSOR_INVALID')),
  /**
   * Counts hazards in the same scope as `list`. `open` excludes hazards in progress, `unsettled` includes them, and `overdue`
   * counts the unsettled ones past their due time.
   */
  count: inZone(
    'GET /hazards/count',
    'count_hazards',
    'Count the hazards of a zone or of all zones by status',
  )
    .input(z.strictObject({ zoneId: id.optional() }).optional())
    .output(counts),
  /** Lists the newest hazards on the map: those that are open or in progress and have a position. */
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
    .input(z.strictObject(hazardRef))
    .output(hazardDetail)
    .errors(pick('HAZARD_NOT_FOUND')),
  /**
   * The client creates `requestId`, so a repeated request reports only one hazard. Files are uploaded separately through the upload
   * endpoint.
   */
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
        ...hazardRef,
        /** The status that was shown to the caller. The transition is rejected if the status has changed since. */
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
        ...hazardRef,
        requestId: id,
        note: text(limits.messageMaxLength).min(1, 'Write something first'),
      }),
    )
    .output(z.object({ commented: z.literal(true) }))
    .errors(pick('HAZARD_NOT_FOUND')),
  /** To a member or to nobody, with or without a due time. */
  assign: inZone('PUT /zones/{zoneId}/hazards/{hazardId}/assignee', 'assign_hazard', 'Assign a hazard')
    .input(z.strictObject({ ...hazardRef, userId: id.nullable(), dueAt: instant.nullable() }))
    .output(z.object({ assigned: z.literal(true) }))
    .errors(pick('HAZARD_NOT_FOUND', 'NOT_ASSIGNED', 'DUE_TIME_PAST')),
  /** People inside first, then people with a wanted skill. `search` matches names, email addresses, codes and skills. */
  candidates: inZone(
    'GET /zones/{zoneId}/hazards/candidates',
    'list_hazard_candidates',
    'List the members to whom a hazard can be assigned',
  )
    .input(z.strictObject({ zoneId: id, hazardId: id.optional(), search: text(200).optional() }))
    .output(z.object({ people: z.array(candidate).max(limits.hazardCandidatesMost) })),
  /** Skips hazards that are gone or have no such next status. `undo` restores the changed ones. */
  changeMany: inZone(
    'POST /zones/{zoneId}/hazards/changes',
    'change_hazards',
    'Assign several hazards, set their due time, or change their status',
  )
    .input(
      z.strictObject({
        zoneId: id,
        hazardIds: z.array(id).min(1).max(limits.hazardsChangedAtOnceMost),
        change: hazardChange,
      }),
    )
    .output(
      z.object({
        changed: z.int(),
        skipped: z.int(),
        undo: undoSteps(hazardChange, limits.hazardsChangedAtOnceMost),
      }),
    )
    .errors(pick('NOT_ASSIGNED', 'DUE_TIME_PAST')),
  /** Returns a link that opens one file for a minute, for clients that cannot fetch it any other way. */
  fileLink: inZone(
    'POST /zones/{zoneId}/hazards/{hazardId}/files/{fileId}/link',
    'link_hazard_file',
    'Make a link that opens an attachment for a minute',
  )
    .input(z.strictObject({ ...hazardRef, fileId: id }))
    .output(fileLinks)
    .errors(pick('HAZARD_NOT_FOUND', 'FILE_NOT_FOUND')),
  removeFile: inZone(
    'DELETE /zones/{zoneId}/hazards/{hazardId}/files/{fileId}',
    'remove_hazard_file',
    'Remove an attachment of a hazard',
  )
    .input(z.strictObject({ ...hazardRef, fileId: id }))
    .output(z.object({ removed: z.literal(true) }))
    .errors(pick('HAZARD_NOT_FOUND', 'FILE_NOT_FOUND')),
}
