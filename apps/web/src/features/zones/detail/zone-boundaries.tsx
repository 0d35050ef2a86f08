import { t } from '@lingui/core/macro'
import { Plural } from '@lingui/react/macro'
import { Box, Text } from '@mantine/core'
import type { Zone } from '@muster/contract/zones.ts'
import { areaM2 } from '@muster/domain/geo/area.ts'
import { toBounds } from '@muster/domain/geo/bounds.ts'
import { diagonalMeters } from '@muster/domain/geo/diagonal.ts'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import { formatMeters } from '../../../lib/format-accuracy.ts'
import { formatArea } from '../../../lib/format-area.ts'
import { formatPlace } from '../../../lib/format-place.ts'
import { Fact, Facts } from '../../../ui/layout/facts.tsx'
import { ringTitle } from '../drawing/shape-draft.ts'
import { DetailBlock } from './zone-facts.tsx'

/** The zone's area, and the points of a polygon or the corners of a box or circle: the content of the map as text. */
export function ZoneBoundaries({ zone: { shape } }: { zone: Pick<Zone, 'shape'> }) {
  return (
    <DetailBlock title={t`Zone Boundaries`}>
      <ShapeDescription shape={shape} />
    </DetailBlock>
  )
}

export function ShapeDescription({ shape }: Pick<Zone, 'shape'>) {
  const area = formatArea(areaM2(shape))
  if (shape.boundary === 'polygon') {
    const pointCount = shape.points.length
    return (
      <>
        <Text c="dimmed">
          <Plural value={pointCount} one="# point" other="# points" /> · {area}
        </Text>
        <Points points={shape.points} />
      </>
    )
  }
  if (shape.boundary === 'multipolygon') {
    const partCount = shape.polygons.length
    return (
      <>
        <Text c="dimmed">
          <Plural value={partCount} one="# part" other="# parts" /> · {area}
        </Text>
        {shape.polygons.map((rings, part) =>
          rings.map((points, ring) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts and holes are identified only by their order
            <div key={`${part}-${ring}`}>
              <Text component="h3" c="dimmed">
                {ringTitle({ part, ring })}
              </Text>
              <Points points={points} />
            </div>
          )),
        )}
      </>
    )
  }
  const { north, south, west, east } = toBounds([shape.start, shape.end])
  const diagonal = diagonalMeters(shape.start, shape.end)
  const isCircle = shape.boundary === 'circle'
  return (
    <Facts>
      <Fact name={t`Shape`}>{isCircle ? t`Circle through both corners` : t`Box`}</Fact>

      <Fact name={t`Northwest`}>{formatPlace({ lat: north, lng: west })}</Fact>

      <Fact name={t`Southeast`}>{formatPlace({ lat: south, lng: east })}</Fact>

      <Fact name={isCircle ? t`Radius` : t`Diagonal`}>
        {formatMeters(isCircle ? diagonal / 2 : diagonal)}
      </Fact>

      <Fact name={t`Area`}>{area}</Fact>
    </Facts>
  )
}

function Points({ points }: { points: readonly LatLng[] }) {
  return (
    // A zone may have thousands of points, so the list scrolls separately and can be scrolled by keyboard.
    <Box
      component="ol"
      m={0}
      ps={44}
      mah={260}
      style={{ overflowY: 'auto' }}
      data-figures
      tabIndex={points.length > 12 ? 0 : undefined}
    >
      {points.map((point, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the points of a zone are identified only by their order
        <li key={index}>{formatPlace(point)}</li>
      ))}
    </Box>
  )
}
