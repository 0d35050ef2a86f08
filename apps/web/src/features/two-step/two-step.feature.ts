import { orpc } from '../../lib/api.ts'
import type { Feature } from '../../lib/feature.ts'

export const twoStepFeature: Feature = {
  refetchAfterOwn: { 'two-step.changed': [orpc.twoStep.state.key()] },
}
