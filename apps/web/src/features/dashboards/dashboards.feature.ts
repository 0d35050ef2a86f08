import { orpc } from '../../lib/api.ts'
import type { Feature } from '../../lib/feature.ts'

const zoneStatistics = orpc.dashboards.zoneStatistics.key()

export const dashboardsFeature: Feature = {
  refetchAfter: {
    'zone.occupancy': [zoneStatistics],
    'hazard.reported': [zoneStatistics],
    'hazard.changed': [zoneStatistics],
    'broadcast.changed': [zoneStatistics],
  },
  zoneQueries: [zoneStatistics],
  // Broadcasts sent today.
  refetchByClock: [zoneStatistics],
}
