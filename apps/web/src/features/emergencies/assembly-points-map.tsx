import { t } from '@lingui/core/macro'
import type { AssemblyPoint } from '@muster/contract/emergencies.ts'
import { type Bounds, joinBounds } from '@muster/domain/geo/bounds.ts'
import { boundsAround } from '@muster/domain/geo/bounds-around.ts'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import { shapeBounds } from '@muster/domain/geo/shape-bounds.ts'
import { type ReactNode, useMemo, useState } from 'react'
import { type MapArea, ZoneMap } from '../../map/public.tsx'
import { toCircle } from './point-circle.ts'

/** Metres shown around a point at the least. */
const leastAroundM = 100

type Props = {
  zone: { name: string; shape: ZoneShape } | undefined
  points: readonly AssemblyPoint[]
  /** The point that is being edited, drawn with the red marker; the others are grey. */
  edited?: (LatLng & { name: string; radiusMeters: number }) | undefined
  lookAt?: LatLng | undefined
  onPick?: (at: LatLng) => void
  note?: ReactNode
}

/** A map of a zone and its assembly points. The list and the form beside it say the same in words. */
export function AssemblyPointsMap({ zone, points, edited, lookAt, onPick, note }: Props) {
  const isEditing = onPick !== undefined
  const areas = useMemo<readonly MapArea[]>(
    () => [
      ...(zone ? [{ id: 'zone', name: zone.name, shape: zone.shape, grey: isEditing }] : []),
      ...points.map(
        (point): MapArea => ({
          id: `point ${point.name}`,
          name: point.name,
          shape: toCircle(point),
          state: 'zone_open',
          grey: isEditing,
        }),
      ),
      ...(edited
        ? [{ id: 'edited', name: edited.name, shape: toCircle(edited), state: 'zone_open' as const }]
        : []),
    ],
    [zone, points, edited, isEditing],
  )
  // The view stays as it was at first, because a map that follows the circle would move under the finger.
  const [firstView] = useState(() => findView(zone?.shape, edited ? [...points, edited] : points))
  const view = isEditing ? firstView : undefined
  return (
    <ZoneMap
      label={zone ? t`Map of ${{ name: zone.name }}` : t`Map of the assembly points`}
      others={areas}
      {...(edited && { centre: edited })}
      {...(lookAt && { lookAt })}
      {...(view && { all: view })}
      {...(onPick && { onPick })}
      note={note}
    />
  )
}

function findView(
  shape: ZoneShape | undefined,
  points: readonly (LatLng & { radiusMeters: number })[],
): Bounds | undefined {
  const boxes = points.map(it => boundsAround(it, Math.max(it.radiusMeters, leastAroundM)))
  if (shape) boxes.unshift(shapeBounds(shape))
  return boxes.length === 0 ? undefined : joinBounds(boxes)
}
