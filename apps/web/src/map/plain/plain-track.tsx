import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import type { MapEventHandlers, MapTrack } from '../surface.ts'
import classes from './plain-map.module.css'
import type { PlainPicture } from './plain-picture.ts'

type Props = {
  track: MapTrack
  unit: number
  place: PlainPicture['place']
  onChoose: MapEventHandlers['onChoose']
}

/** A track on the plain drawing: lines, dashes over gaps, and points, which are hollow for doubtful readings. */
export function PlainTrack({ track: { lines, gaps, points }, unit, place, onChoose }: Props) {
  const toLinePath = (places: readonly LatLng[]) =>
    `M${places
      .map(place)
      .map(({ x, y }) => `${x} ${y}`)
      .join('L')}`
  return (
    <g className={classes.track} strokeWidth={2 * unit}>
      <path d={lines.map(toLinePath).join('')} />
      <path data-kind="gap" d={gaps.map(toLinePath).join('')} strokeDasharray={`${5 * unit} ${5 * unit}`} />
      {points.map(point => (
        // biome-ignore lint/a11y/noStaticElementInteractions: keyboard users have the list beside the map
        <circle
          key={point.id}
          data-look={point.look}
          cx={place(point).x}
          cy={place(point).y}
          r={4 * unit}
          onClick={() => onChoose?.(point.id)}
        />
      ))}
    </g>
  )
}
