import type { FastifyInstance } from 'fastify'
import { fail } from '../../rpc/fail.ts'
import { registerUploadDoor, type UploadDeps } from '../files/index.ts'
import { readUsage } from './documents.queries.ts'

/** `PUT /upload/documents`: a file for a folder of the zone, as long as the files of the zone are within their quota. */
export const registerDocumentFilesDoor = (
  app: FastifyInstance,
  deps: UploadDeps,
  quota: number | null,
): void =>
  registerUploadDoor(app, deps, {
    address: 'documents',
    folderOf: () => 'documents/',
    permission: 'upload_files',
    takes: 'documents',
    hazardId: () => null,
    async requireQuota(tx, { zone }) {
      if (quota !== null && (await readUsage(tx, zone.id)).used >= quota) throw fail('QUOTA_FULL')
    },
  })
