import { t } from '@lingui/core/macro'
import type { MapZoneState } from '../../../map/public.tsx'

export const zoneStateLabels: Record<MapZoneState, string> = {
  zone_over: t`over capacity`,
  zone_full: t`full`,
  zone_filling: t`nearly full`,
  zone_unseen: t`not seen`,
  zone_open: t`people inside`,
  zone_empty: t`nobody inside`,
  zone_closed: t`suspended`,
}
