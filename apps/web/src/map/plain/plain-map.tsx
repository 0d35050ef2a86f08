import type { Bounds } from '@muster/domain/geo/bounds.ts'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import { limits } from '@muster/domain/limits.ts'
import { formatLength } from '../../lib/format-length.ts'
import { pinVariables } from '../map-colours.ts'
import { type MapContent, type MapEventHandlers, type MapTrack, pinLabels } from '../surface.ts'
import classes from './plain-map.module.css'
import { createPlainPicture, type PlainPicture, toPath } from './plain-picture.ts'

type Props = {
  label: string
  view: Bounds
  content: MapContent
  onChoose?: MapEventHandlers['onChoose']
  onHover?: MapEventHandlers['onHover']
}

/** The map for browsers without WebGL: the same areas and people, true to scale, without a base map. */
export function PlainMap({ label, view, content, onChoose, onHover }: Props) {
  const { areas, people, marks, me, track, spot, centre, chosen } = content
  const { viewBox, unit, place, scaleM, left, bottom } = createPlainPicture(view, limits.mapHeightPx)
  return (
    <svg className={classes.drawing} viewBox={viewBox} role="img" aria-label={label} focusable="false">
      {areas.map(area => (
        <path
          key={area.id}
          className={area.quiet ? classes.quiet : classes.area}
          data-grey={(area.grey && !area.quiet) || undefined}
          style={{ stroke: area.state && `var(${pinVariables[area.state]})` }}
          d={toPath(area, place)}
          fillRule="evenodd"
        />
      ))}
      {[me, spot].map(
        at =>
          at?.accuracyMeters && (
            <circle
              key={at === me ? 'me' : 'spot'}
              className={classes.accuracy}
              {...toCircleCentre(place(at))}
              r={at.accuracyMeters}
            />
          ),
      )}
      {track && <PlainTrack track={track} unit={unit} place={place} onChoose={onChoose} />}
      {spot && (
        <circle className={classes.me} {...toCircleCentre(place(spot))} r={8 * unit} strokeWidth={3 * unit} />
      )}
      {marks.map(mark => {
        if (!mark.severity) return null
        const { x, y } = place(mark)
        const r = 11 * unit
        return (
          <path
            key={`${mark.text} ${mark.lat} ${mark.lng}`}
            className={classes.mark}
            d={`M${x} ${y - r}L${x + r} ${y}L${x} ${y + r}L${x - r} ${y}Z`}
          >
            <title>{mark.text}</title>
          </path>
        )
      })}
      {people.map(person => {
        const { x, y } = place(person)
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: keyboard users have the list beside the map
          <g
            key={person.id}
            className={classes.person}
            data-chosen={person.id === chosen || undefined}
            onClick={() => onChoose?.(person.id)}
            onPointerEnter={() => onHover?.(person.id)}
            onPointerLeave={() => onHover?.(undefined)}
          >
            <circle
              cx={x}
              cy={y}
              r={14 * unit}
              strokeWidth={2 * unit}
              style={{ stroke: `var(${pinVariables[person.state]})` }}
            />
            <text x={x} y={y} fontSize={11 * unit} dy="0.35em">
              {person.initials}
            </text>
            <title>{`${person.name}, ${pinLabels[person.state]}`}</title>
          </g>
        )
      })}
      {centre && <circle className={classes.centre} {...toCircleCentre(place(centre))} r={6 * unit} />}
      {marks.map(mark =>
        mark.severity ? null : (
          <circle key={mark.text} className={classes.mark} {...toCircleCentre(place(mark))} r={8 * unit}>
            <title>{mark.text}</title>
          </circle>
        ),
      )}
      {me && (
        <circle className={classes.me} {...toCircleCentre(place(me))} r={8 * unit} strokeWidth={3 * unit} />
      )}
      <g transform={`translate(${left + 12 * unit} ${bottom - 12 * unit})`}>
        <path
          className={classes.scale}
          d={`M0 ${-6 * unit}V0H${scaleM}V${-6 * unit}`}
          strokeWidth={1.5 * unit}
        />
        <text className={classes.scaleText} x={4 * unit} y={-6 * unit} fontSize={12 * unit}>
          {formatLength(scaleM)}
        </text>
      </g>
    </svg>
  )
}

const toCircleCentre = ({ x, y }: { x: number; y: number }) => ({ cx: x, cy: y })

type PlainTrackProps = {
  track: MapTrack
  unit: number
  place: PlainPicture['place']
  onChoose: MapEventHandlers['onChoose']
}

/** A track on the plain drawing: lines, dashes over gaps, and points, which are hollow for doubtful readings. */
function PlainTrack({ track: { lines, gaps, points }, unit, place, onChoose }: PlainTrackProps) {
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
