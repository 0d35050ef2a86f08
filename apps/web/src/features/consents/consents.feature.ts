import { orpc } from '../../lib/api.ts'
import type { Feature } from '../../lib/feature.ts'

export const consentsFeature: Feature = {
  refetchAfterOwn: { 'consent.changed': [orpc.consents.mine.key()] },
}
