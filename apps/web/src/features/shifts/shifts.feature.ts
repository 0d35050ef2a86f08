import { orpc } from '../../lib/api.ts'
import type { Feature } from '../../lib/feature.ts'

const zoneDay = [orpc.shifts.day.key(), orpc.shifts.openObjections.key()]
const ownDay = [orpc.shifts.ownDay.key()]

export const shiftsFeature: Feature = {
  refetchAfter: {
    'shifts.changed': [orpc.shifts.key()],
    'attendance.corrected': zoneDay,
    'attendance.objected': zoneDay,
  },
  refetchAfterOwn: { 'attendance.corrected': ownDay, 'attendance.objected': ownDay },
  zoneQueries: [orpc.shifts.key()],
}
