import { msg } from '@lingui/core/runtime-macro'
import type { FastifyInstance } from 'fastify'
import { type WriteContext, write } from '../../live/write.ts'
import type { Feature } from '../../platform/feature.ts'
import type { PersonalList } from '../../platform/personal-list.ts'
import type { Platform } from '../../platform/platform.ts'
import { searchList } from '../../platform/search.ts'
import {
  attachmentFolder,
  describeUpload,
  registerUploadDoor,
  type UploadDeps,
  type UploadPlace,
} from '../files/index.ts'
import { alertDueHazards } from './alert-due-hazards.ts'
import { lockHazardForFile } from './hazard-files.ts'
import { hazardChanged, hazardsEvents } from './hazards.events.ts'
import { hazardsProcedures } from './hazards.procedures.ts'
import { listAssignedHazards } from './hazards.queries.ts'

const hazardsSearches = {
  hazards: searchList(
    async (lists, { text, zoneId, limit }) =>
      (await lists.hazards.list({ zoneId, search: text, limit })).rows,
    ({ id, title, description, zoneId, zoneName, createdAt }) => ({
      id,
      title,
      text: description,
      zone: { id: zoneId, name: zoneName },
      at: createdAt,
    }),
  ),
}

const hazardsPersonalData: readonly PersonalList[] = [
  {
    name: 'notifications-reported',
    says: msg`Hazards you reported or are assigned to. The text and location of other people’s hazards aren’t included.`,
    table: 'hazards',
    kind: 'hazards',
    counted: 'reported_by = me',
    of: { reported_by: 'reported_by_me', assignee_id: 'assigned_to_me' },
    order: 'created_at, id',
    onlyAboutMe: ['title', 'description', 'latitude', 'longitude', 'accuracy_meters'],
    leftOut: {
      'a path in the file store; files one sent are in their own list': ['photo_urls'],
      'when the assignee was alerted': ['due_told_at'],
    },
  },
  {
    name: 'notification-steps',
    says: msg`Your actions and comments on hazards, and when you were assigned to them.`,
    table: 'hazard_steps',
    kind: 'hazards',
    counted: "actor_id = me and kind = 'comment'",
    of: { actor_id: 'by_me', assignee_id: 'assigned_to_me' },
    order: 'at, id',
    onlyAboutMe: ['note'],
  },
]

const hazardUploads: UploadPlace = {
  address: 'hazard-attachments',
  of: 'hazardId',
  toFolder: hazardId => `hazard-attachments/${hazardId}/`,
  permission: 'view_own_hazards',
  hazardId: hazardId => hazardId ?? null,
  lock: lockHazardForFile,
  openapi: {
    operationId: 'upload_hazard_attachment',
    summary: 'Attach a file to a hazard',
    whoMayUpload: 'From who reported the hazard, or manages it, in its zone.',
  },
}

/** Publishes the removal of a person as assignee from their hazards, before the account is deleted. */
async function announceUnassigned({ tx, publish }: WriteContext, userId: string): Promise<void> {
  for (const hazard of await listAssignedHazards(tx, userId))
    publish(hazardsEvents, hazardChanged(hazard, 'assigned'))
}

export const hazardsFeature = {
  procedures: (platform: Platform) => ({ hazards: hazardsProcedures(platform) }),
  events: hazardsEvents,
  doors: (app: FastifyInstance, deps: UploadDeps) => registerUploadDoor(app, deps, hazardUploads),
  openapi: describeUpload(hazardUploads),
  jobs: ({ db }: Platform) => [
    {
      name: 'due-hazards',
      cron: '* * * * *',
      run: () => db.asOwner('their time has come for everybody', tx => write(tx, alertDueHazards)),
    },
  ],
  files: { 'hazard-attachments': attachmentFolder },
  searches: hazardsSearches,
  personalData: hazardsPersonalData,
  beforeAccountDeletion: announceUnassigned,
} satisfies Feature
