/** These types cover only the part of Google's API in use; its script is loaded at run time, so no package is installed. */
export type GoogleLatLng = { lat: number; lng: number }
type Listener = { remove(): void }
type MapOverlay = { setMap(map: GoogleMap | null): void }

export type GoogleMap = {
  fitBounds(
    bounds: unknown,
    padding?: number | { top: number; right: number; bottom: number; left: number },
  ): void
  panTo(at: GoogleLatLng): void
  setZoom(zoom: number): void
  getZoom(): number | undefined
  getBounds?(): { toJSON(): { south: number; west: number; north: number; east: number } } | undefined
  addListener(event: string, listener: (event: { latLng?: { toJSON(): GoogleLatLng } }) => void): Listener
}

export type GoogleMarker = MapOverlay & {
  addListener(event: string, listener: () => void): Listener
}

type Icon = { url: string; scaledSize: unknown; anchor: unknown } | Record<string, unknown>

export type GoogleMaps = {
  Map: new (container: HTMLElement, options: Record<string, unknown>) => GoogleMap
  Polygon: new (options: Record<string, unknown>) => MapOverlay
  Polyline: new (options: Record<string, unknown>) => MapOverlay
  Circle: new (options: Record<string, unknown>) => MapOverlay
  Marker: new (options: { position: GoogleLatLng; icon: Icon } & Record<string, unknown>) => GoogleMarker
  LatLngBounds: new (southWest: GoogleLatLng, northEast: GoogleLatLng) => unknown
  SymbolPath: { CIRCLE: unknown }
  Size: new (width: number, height: number) => unknown
  Point: new (x: number, y: number) => unknown
}
