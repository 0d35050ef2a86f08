import type { FastifyInstance } from 'fastify'
import { registerUploadDoor, type UploadDeps } from '../files/index.ts'

/** `PUT /upload/broadcast-attachments`: a file for a broadcast that is still being written. */
export const registerBroadcastFilesDoor = (app: FastifyInstance, deps: UploadDeps): void =>
  registerUploadDoor(app, deps, {
    address: 'broadcast-attachments',
    folderOf: () => 'broadcast-attachments/',
    permission: 'broadcast',
    withoutZone: true,
    hazardId: () => null,
  })
