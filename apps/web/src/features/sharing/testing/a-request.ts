import type { TrackingRequest } from '@muster/contract/tracking-requests.ts'

const me = '0192f0c0-0000-7000-8000-000000000001'

/** Creates an open request by Ana Ruiz for her own position. */
export const aRequest = (changes: Partial<TrackingRequest> = {}): TrackingRequest => ({
  id: '0192f0c0-0000-7000-8000-000000000701',
  zoneId: '0192f0c0-0000-7000-8000-000000000101',
  zoneName: 'North yard',
  userId: me,
  userName: 'Ana Ruiz',
  requestedBy: me,
  requestedByName: 'Ana Ruiz',
  status: 'pending',
  createdAt: '2026-11-20T09:00:00.000Z',
  answeredAt: null,
  ...changes,
})
