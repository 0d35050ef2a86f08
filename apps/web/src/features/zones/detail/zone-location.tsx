import type { Zone } from '@muster/contract/zones.ts'
import { shapeCorners, shapeDiagonalMeters } from '@muster/domain/geo/shape-bounds.ts'
import { formatCount } from '../../../lib/format-count.ts'
import { formatPlace } from '../../../lib/format-place.ts'
import classes from './zone-details.module.css'
import { DetailBlock } from './zone-facts.tsx'

/** The two corners stored with a zone, and how far they lie apart. */
export function ZoneLocation({ zone: { shape } }: { zone: Pick<Zone, 'shape'> }) {
  const { start, end } = shapeCorners(shape)
  return (
    <DetailBlock title="Location">
      <dl className={classes.facts}>
        <dt>Start point</dt>
        <dd>{formatPlace(start)}</dd>
        <dt>End point</dt>
        <dd>{formatPlace(end)}</dd>
        <dt>Diagonal distance</dt>
        <dd>{formatCount(Math.round(shapeDiagonalMeters(shape)))} m</dd>
      </dl>
    </DetailBlock>
  )
}
