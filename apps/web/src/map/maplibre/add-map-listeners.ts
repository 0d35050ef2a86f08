import type { Map as LibreMap, PointLike } from 'maplibre-gl'
import { findSplitZoom, type MapCluster } from '../cluster-people.ts'
import type { SurfaceOptions } from '../surface.ts'
import { clusterLayer, clusterZoom, libreZoom, peopleLayer, pointLayer } from './overlays.ts'

/** Half a fingertip, in pixels. */
const hitRadiusPx = 12

/** `clusters` returns those currently drawn; features refer to them by index. */
export function addMapListeners(
  map: LibreMap,
  { onPick, onChoose, onHover }: SurfaceOptions['events'],
  clusters: () => readonly MapCluster[],
): void {
  const findFeature = (point: PointLike) =>
    map.queryRenderedFeatures(point, { layers: [peopleLayer, clusterLayer] })[0]
  const findCluster = (point: PointLike) => {
    const clusterIndex = findFeature(point)?.properties.number
    return typeof clusterIndex === 'number' ? clusters()[clusterIndex] : undefined
  }
  const findPointId = ({ x, y }: { x: number; y: number }) => {
    const hitBox: [PointLike, PointLike] = [
      [x - hitRadiusPx, y - hitRadiusPx],
      [x + hitRadiusPx, y + hitRadiusPx],
    ]
    const id = map.queryRenderedFeatures(hitBox, { layers: [pointLayer] })[0]?.properties.id
    return typeof id === 'string' ? id : undefined
  }
  map.on('click', event => {
    const cluster = findCluster(event.point)
    const point = cluster ? undefined : findPointId(event.point)
    if (point !== undefined) onChoose?.(point)
    else if (!cluster) {
      onChoose?.(undefined)
      onPick?.({ lat: event.lngLat.lat, lng: event.lngLat.wrap().lng })
    } else if (cluster.people.length === 1) onChoose?.(cluster.people[0]?.id)
    else zoomToCluster(map, cluster)
  })

  // The object under the pointer is looked up at most once per frame, and never while the map itself moves. The library's own
  // events look it up six times per pointer movement, which is most of the cost of dragging.
  let frameRequest = 0
  let hoveredId: string | undefined
  const handleHover = (id: string | undefined) => {
    if (id === hoveredId) return
    hoveredId = id
    onHover?.(id)
  }
  const handleLeave = () => {
    cancelAnimationFrame(frameRequest)
    frameRequest = 0
    handleHover(undefined)
  }
  map.on('mousemove', ({ point }) => {
    if (frameRequest !== 0 || map.isMoving()) return
    frameRequest = requestAnimationFrame(() => {
      frameRequest = 0
      if (map.isMoving()) return
      const cluster = findCluster(point)
      map.getCanvas().style.cursor = cluster ? 'pointer' : ''
      handleHover(cluster?.people.length === 1 ? cluster.people[0]?.id : undefined)
    })
  })
  map.on('mouseout', handleLeave)
  map.on('remove', handleLeave)
}

function zoomToCluster(map: LibreMap, cluster: MapCluster): void {
  const zoom = libreZoom(findSplitZoom(cluster, clusterZoom(map)))
  map.easeTo({ center: [cluster.lng, cluster.lat], zoom })
}
