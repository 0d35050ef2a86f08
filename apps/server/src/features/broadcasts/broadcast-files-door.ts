import type { UploadPlace } from '../files/index.ts'

export const broadcastUploads: UploadPlace = {
  address: 'broadcast-attachments',
  toFolder: () => 'broadcast-attachments/',
  permission: 'broadcast',
  withoutZone: true,
  hazardId: () => null,
  openapi: {
    operationId: 'upload_broadcast_attachment',
    summary: 'Upload a file for a broadcast',
    whoMayUpload:
      'From who may send broadcasts, in the zone or, without `zoneId`, in all. The broadcast names it when it is sent; until then it is kept for a day.',
  },
}
