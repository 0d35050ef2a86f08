import { fail } from '../../rpc/fail.ts'
import type { UploadPlace } from '../files/index.ts'
import { readUsage } from './documents.queries.ts'

/** `quota` is the maximum number of bytes for the files of one zone; null for no limit. */
export const documentUploads = (quota: number | null): UploadPlace => ({
  address: 'documents',
  toFolder: () => 'documents/',
  permission: 'upload_files',
  takes: 'documents',
  hazardId: () => null,
  async requireQuota(tx, { zone }) {
    if (quota !== null && (await readUsage(tx, zone.id)).used >= quota) throw fail('QUOTA_FULL')
  },
  openapi: {
    operationId: 'upload_document',
    summary: 'Upload a file for a folder',
    whoMayUpload:
      'From who may upload files in the zone. `create_document` names it; until then it is kept for a day. QUOTA_FULL where the files of the zone take all the space they may.',
  },
})
