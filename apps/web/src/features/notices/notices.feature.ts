import { orpc } from '../../lib/api.ts'
import type { Feature } from '../../lib/feature.ts'

const notices = [orpc.notices.key()]

export const noticesFeature: Feature = {
  refetchAfterOwn: { 'notices.changed': notices },
  zoneQueries: notices,
}
