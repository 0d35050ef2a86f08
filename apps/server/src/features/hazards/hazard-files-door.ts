import type { FastifyInstance } from 'fastify'
import { registerUploadDoor, type UploadDeps } from '../files/index.ts'
import { lockHazardForFile } from './hazard-files.ts'

/** `PUT /upload/hazard-attachments/<hazard>`: a file of a hazard, from who reported it or manages it. */
export const registerHazardFilesDoor = (app: FastifyInstance, deps: UploadDeps): void =>
  registerUploadDoor(app, deps, {
    address: 'hazard-attachments/:of',
    folderOf: of => `hazard-attachments/${of}/`,
    permission: 'view_own_hazards',
    hazardId: of => of ?? null,
    lock: lockHazardForFile,
  })
