import { t } from '@lingui/core/macro'
import type { Zone } from '@muster/contract/zones.ts'
import { shapeCorners, shapeDiagonalMeters } from '@muster/domain/geo/shape-bounds.ts'
import { formatMeters } from '../../../lib/format-accuracy.ts'
import { formatPlace } from '../../../lib/format-place.ts'
import { Fact, Facts } from '../../../ui/layout/facts.tsx'
import { DetailBlock } from './zone-facts.tsx'

/** The two corners stored with a zone, and the distance between them. */
export function ZoneLocation({ zone: { shape } }: { zone: Pick<Zone, 'shape'> }) {
  const { start, end } = shapeCorners(shape)
  return (
    <DetailBlock title={t`Location`}>
      <Facts>
        <Fact name={t`Start point`}>{formatPlace(start)}</Fact>

        <Fact name={t`End point`}>{formatPlace(end)}</Fact>

        <Fact name={t`Diagonal distance`}>{formatMeters(Math.round(shapeDiagonalMeters(shape)))}</Fact>
      </Facts>
    </DetailBlock>
  )
}
