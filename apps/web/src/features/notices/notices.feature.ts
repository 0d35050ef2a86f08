import { orpc } from '../../lib/api.ts'
import type { Feature } from '../../lib/feature.ts'

const notices = [orpc.notices.key()]

export const noticesFeature: Feature = {
  // Former members are no longer followed, and no longer follow anybody.
  refetchAfter: { 'membership.removed': notices },
  refetchAfterOwn: { 'notices.changed': notices },
  zoneQueries: notices,
}
