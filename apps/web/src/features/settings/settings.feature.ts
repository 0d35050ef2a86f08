import { orpc } from '../../lib/api.ts'
import type { Feature } from '../../lib/feature.ts'
import { settingsActs } from './settings.acts.ts'

export const settingsFeature: Feature = {
  acts: settingsActs,
  refetchAfterOwn: { 'data_download.changed': [orpc.settings.download.key()] },
}
