import type { Feature } from '../../lib/feature.ts'
import { applyZoneDay, zoneDayTopicKeys } from './zone-day.live.ts'

export const daysFeature: Feature = { live: [{ apply: applyZoneDay, topicKeys: zoneDayTopicKeys }] }
