import type { Hazard, HazardCandidate, HazardDetail } from '@muster/contract/hazards.ts'

const at = '2026-11-20T09:00:00.000Z'

export const aHazard = (changes: Partial<Hazard> = {}): Hazard => ({
  id: '0192f0c0-0000-7000-8000-000000000301',
  zoneId: '0192f0c0-0000-7000-8000-000000000101',
  zoneName: 'North yard',
  title: 'Oil on the stairs',
  description: 'Slippery, second flight.',
  severity: 'high',
  status: 'open',
  reportedBy: { id: '0192f0c0-0000-7000-8000-000000000002', name: 'Bo Lind' },
  assignee: null,
  dueAt: null,
  position: null,
  attachments: 0,
  thumbnailUrl: null,
  createdAt: at,
  updatedAt: at,
  ...changes,
})

export const aHazardDetail = (changes: Partial<HazardDetail> = {}): HazardDetail => ({
  ...aHazard(),
  receivedAt: null,
  accuracyMeters: null,
  files: [],
  steps: [],
  maySet: [],
  mayManage: false,
  finding: null,
  mayAttach: false,
  ...changes,
})

export const aCandidate = (changes: Partial<HazardCandidate> = {}): HazardCandidate => ({
  userId: '0192f0c0-0000-7000-8000-000000000901',
  firstName: 'Ann',
  lastName: 'Berg',
  userCode: 'ANN111',
  inside: false,
  skills: [],
  hasSkill: false,
  ...changes,
})
