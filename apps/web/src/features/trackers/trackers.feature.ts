import { orpc } from '../../lib/api.ts'
import type { Feature } from '../../lib/feature.ts'

export const trackersFeature: Feature = {
  refetchAfterOwn: { 'tracker.changed': [orpc.trackers.list.key()] },
}
