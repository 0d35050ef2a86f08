import { t } from '@lingui/core/macro'
import type { Zone } from '@muster/contract/zones.ts'
import { decide } from '@muster/domain/geofence.ts'
import type { PositionCheck } from './check.sender.ts'

/** Never certain, because the zone's shape may have changed and the server decides. */
export function likelyVerdict(
  { name, shape }: Pick<Zone, 'name' | 'shape'>,
  { lat, lng, accuracyMeters }: Pick<PositionCheck, 'lat' | 'lng' | 'accuracyMeters'>,
): string {
  const { inside, certainty } = decide(shape, { lat, lng, accuracyMeters: accuracyMeters ?? undefined })
  if (certainty === 'uncertain') return t`Too close to the edge of ${name} to tell, not sent yet`
  return inside ? t`Probably inside ${name}, not sent yet` : t`Probably outside ${name}, not sent yet`
}
