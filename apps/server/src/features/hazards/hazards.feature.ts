import type { FastifyInstance } from 'fastify'
import { type WriteContext, write } from '../../live/write.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { attachmentFolder, describeUpload, registerUploadDoor, type UploadDeps } from '../files/index.ts'
import { alertDueHazards } from './alert-due-hazards.ts'
import { hazardUploads } from './hazard-files-door.ts'
import { hazardChanged, hazardsEvents } from './hazards.events.ts'
import { hazardsPersonalData } from './hazards.personal-data.ts'
import { hazardsProcedures } from './hazards.procedures.ts'
import { listAssignedHazards } from './hazards.queries.ts'
import { hazardsSearches } from './hazards.search.ts'

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
