import type { UploadPlace } from '../files/index.ts'
import { lockHazardForFile } from './hazard-files.ts'

export const hazardUploads: UploadPlace = {
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
