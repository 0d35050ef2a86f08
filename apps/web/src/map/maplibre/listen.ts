import type { Map as LibreMap, PointLike } from 'maplibre-gl'
import { type MapCluster, splitZoom } from '../cluster-people.ts'
import type { SurfaceOptions } from '../surface.ts'
import { clusterLayer, clusterZoom, libreZoom, peopleLayer, pointLayer } from './overlays.ts'

/** Half a fingertip, in pixels. */
const reachPx = 12

/** Reports actions on the map. `clusters` returns those currently drawn, by their number. */
export function listen(
  map: LibreMap,
  { onPick, onChoose, onHover }: SurfaceOptions['events'],
  clusters: () => readonly MapCluster[],
): void {
  const at = (point: PointLike) =>
    map.queryRenderedFeatures(point, { layers: [peopleLayer, clusterLayer] })[0]
  const findCluster = (point: PointLike) => {
    const number = at(point)?.properties.number
    return typeof number === 'number' ? clusters()[number] : undefined
  }
  /** Finds the point of the track near the finger. */
  const pointAt = ({ x, y }: { x: number; y: number }) => {
    const around: [PointLike, PointLike] = [
      [x - reachPx, y - reachPx],
      [x + reachPx, y + reachPx],
    ]
    const id = map.queryRenderedFeatures(around, { layers: [pointLayer] })[0]?.properties.id
    return typeof id === 'string' ? id : undefined
  }
  map.on('click', event => {
    const cluster = findCluster(event.point)
    const point = cluster ? undefined : pointAt(event.point)
    if (point !== undefined) onChoose?.(point)
    else if (!cluster) {
      onChoose?.(undefined)
      onPick?.({ lat: event.lngLat.lat, lng: event.lngLat.wrap().lng })
    } else if (cluster.people.length === 1) onChoose?.(cluster.people[0]?.id)
    else open(map, cluster)
  })

  // The object under the pointer is looked up once per frame, and never while the map itself moves. The library's own events look
  // it up six times per pointer step, which is most of the cost of dragging.
  let frame = 0
  let hovered: string | undefined
  const hover = (id: string | undefined) => {
    if (id === hovered) return
    hovered = id
    onHover?.(id)
  }
  const leave = () => {
    cancelAnimationFrame(frame)
    frame = 0
    hover(undefined)
  }
  map.on('mousemove', ({ point }) => {
    if (frame !== 0 || map.isMoving()) return
    frame = requestAnimationFrame(() => {
      frame = 0
      if (map.isMoving()) return
      const cluster = findCluster(point)
      map.getCanvas().style.cursor = cluster ? 'pointer' : ''
      hover(cluster?.people.length === 1 ? cluster.people[0]?.id : undefined)
    })
  })
  map.on('mouseout', leave)
  map.on('remove', leave)
}

/** Zooms in until the cluster splits. */
function open(map: LibreMap, cluster: MapCluster): void {
  const zoom = libreZoom(splitZoom(cluster, clusterZoom(map)))
  map.easeTo({ center: [cluster.lng, cluster.lat], zoom })
}
