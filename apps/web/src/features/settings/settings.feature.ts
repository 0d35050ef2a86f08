import { orpc } from '../../lib/api.ts'
import type { Feature } from '../../lib/feature.ts'

export const settingsFeature: Feature = {
  refetchAfterOwn: { 'data_download.changed': [orpc.settings.download.key()] },
}
