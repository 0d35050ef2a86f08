import type { Zone } from '@muster/contract/zones.ts'
import { decide } from '@muster/domain/geofence.ts'
import type { PositionCheck } from './check.sender.ts'

/**
 * Judges a check that the server has not answered by the shape of the zone as it was last seen here. Never certain: the shape may have changed
 * since, and the server alone decides.
 */
export function likelyVerdict(
  { name, shape }: Pick<Zone, 'name' | 'shape'>,
  { lat, lng, accuracyMeters }: Pick<PositionCheck, 'lat' | 'lng' | 'accuracyMeters'>,
): string {
  const { inside, certainty } = decide(shape, { lat, lng, accuracyMeters: accuracyMeters ?? undefined })
  if (certainty === 'uncertain') return `Too close to the edge of ${name} to tell, not sent yet`
  return `Probably ${inside ? 'inside' : 'outside'} ${name}, not sent yet`
}
