import { orpc } from '../../lib/api.ts'
import type { Feature } from '../../lib/feature.ts'

export const pushFeature: Feature = {
  refetchAfterOwn: { 'push.changed': [orpc.push.devices.key()] },
}
