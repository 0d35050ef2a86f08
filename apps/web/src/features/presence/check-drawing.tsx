import { t } from '@lingui/core/macro'
import type { Zone } from '@muster/contract/zones.ts'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { FailedLine } from '../../ui/states/failed-line.tsx'
import classes from './check-position.module.css'
import { drawCheck } from './draw-check.ts'

export type OptionalShape = { readonly shape?: Zone['shape'] }

type Props = { zone: Pick<Zone, 'id'> & OptionalShape; at: LatLng & { accuracyMeters: number | null } }

/** Draws the zone, the reading and its accuracy circle to scale. The text beside it has the same information. */
export function CheckDrawing({ zone: { id, shape }, at }: Props) {
  const query = useQuery({
    ...orpc.zones.get.queryOptions({ input: { zoneId: id } }),
    enabled: shape === undefined,
  })
  if (!shape && !query.data && query.isError)
    return <FailedLine text={t`Failed to load zone coordinates`} query={query} />
  const zoneShape = shape ?? query.data?.shape
  const drawing = zoneShape && drawCheck(zoneShape, at)
  if (!drawing) return null
  const { viewBox, zone, dot, accuracy, unit } = drawing
  return (
    <svg className={classes.drawing} viewBox={viewBox} aria-hidden focusable="false">
      {'radius' in zone ? (
        <circle className={classes.zone} cx={zone.x} cy={zone.y} r={zone.radius} />
      ) : (
        <path className={classes.zone} fillRule="evenodd" d={zone.path} />
      )}
      {accuracy > 0 && <circle className={classes.accuracy} cx={dot.x} cy={dot.y} r={accuracy} />}
      <circle className={classes.dot} cx={dot.x} cy={dot.y} r={unit * 5} strokeWidth={unit * 2} />
    </svg>
  )
}
