import { orpc } from '../../lib/api.ts'
import type { Feature } from '../../lib/feature.ts'

export const passkeysFeature: Feature = {
  refetchAfterOwn: { 'two-step.changed': [orpc.passkeys.list.key()] },
}
