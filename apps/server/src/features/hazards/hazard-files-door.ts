import type { UploadPlace } from '../files/index.ts'
import { lockHazardForFile } from './hazard-files.ts'

export const hazardUploads: UploadPlace = {
  address: 'hazard-attachments',
  of: 'hazardId',
  toFolder: of => `hazard-attachments/${of}/`,
  permission: 'view_own_hazards',
  hazardId: of => of ?? null,
  lock: lockHazardForFile,
  openapi: {
    operationId: 'upload_hazard_attachment',
    summary: 'Attach a file to a hazard',
    whoMayUpload: 'From who reported the hazard, or manages it, in its zone.',
  },
}
