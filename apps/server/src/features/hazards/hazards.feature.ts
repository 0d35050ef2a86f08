import type { FastifyInstance } from 'fastify'
import { write } from '../../live/write.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { attachmentFolder, describeUpload, registerUploadDoor, type UploadDeps } from '../files/index.ts'
import { alertDueHazards } from './alert-due-hazards.ts'
import { announceUnassigned } from './announce-unassigned.ts'
import { hazardUploads } from './hazard-files-door.ts'
import { hazardsEvents } from './hazards.events.ts'
import { hazardsPersonalData } from './hazards.personal-data.ts'
import { hazardsProcedures } from './hazards.procedures.ts'
import { hazardsSearches } from './hazards.search.ts'

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
