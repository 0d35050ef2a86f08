import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import { expect, it, vi } from 'vitest'
import type { MapContent, MapPerson, MapTrack } from '../surface.ts'
import { type DrawContext, drawChosen, drawPeople, drawPlaces, drawTrack } from './draw-content.ts'
import type { GoogleMap, GoogleMaps } from './google-types.ts'

/** A stand-in for Google's marker that records its options and simulates a person's actions. */
class Marker {
  readonly listeners: Record<string, () => void> = {}
  readonly options: Record<string, unknown>
  constructor(options: Record<string, unknown>) {
    this.options = options
    markers.push(this)
  }
  setMap() {}
  addListener(event: string, listener: () => void) {
    this.listeners[event] = listener
    return { remove() {} }
  }
}
let markers: Marker[] = []

/** Each colour is represented by its own name. */
const colours = {
  ...Object.fromEntries(['me', 'quiet', 'surface'].map(name => [name, name])),
  people: { inside: 'inside', outside: 'outside', stale: 'stale', unknown: 'unknown' },
} as unknown as DrawContext['colours']

function aContext() {
  markers = []
  const map = { panTo: vi.fn(), setZoom: vi.fn(), getZoom: () => 10 }
  const events = { onBaseShown() {}, onBaseFailed() {}, onChoose: vi.fn(), onHover: vi.fn() }
  const icon = { url: '', scaledSize: undefined, anchor: undefined }
  const names = ['person-inside', 'person-high', 'chosen-inside', 'mark']
  const context: DrawContext = {
    maps: { Marker, Polyline: Marker, SymbolPath: { CIRCLE: 0 } } as unknown as GoogleMaps,
    map: map as unknown as GoogleMap,
    colours,
    pictures: { find: image => (typeof image !== 'string' || names.includes(image) ? icon : undefined) },
    events,
  }
  return { pen: context, map, events }
}

const createPerson = (id: string, lng: number): MapPerson => ({
  id,
  name: `Person ${id}`,
  initials: id,
  state: 'inside',
  lat: 0,
  lng,
})
const createContent = (chosen?: string): MapContent => ({
  areas: [],
  marks: [],
  people: [createPerson('a', 0), createPerson('b', 0.001), createPerson('c', 1)],
  chosen,
})

it('people close together are clustered as on the other map, and clusters open where they split', () => {
  const { pen, map } = aContext()
  drawPeople(pen, createContent(), 10)
  expect(markers.map(({ options }) => [options.label, options.title])).toEqual([
    ['2', '2 people'],
    ['c', 'Person c, inside'],
  ])
  markers[0]?.listeners.click?.()
  expect(map.panTo).toHaveBeenCalledWith({ lat: 0, lng: 0.0005 })
  expect(map.setZoom).toHaveBeenCalledWith(16)
})

it('selecting and hovering are reported, and the chosen person is on top and lets the pointer through', () => {
  const { pen, events } = aContext()
  drawPeople(pen, createContent(), 10)
  markers[1]?.listeners.mouseover?.()
  markers[1]?.listeners.mouseout?.()
  markers[1]?.listeners.click?.()
  expect(events.onHover.mock.calls).toEqual([['c'], [undefined]])
  expect(events.onChoose).toHaveBeenCalledExactlyOnceWith('c')
  markers = []
  expect(drawChosen(pen, createContent())).toEqual([])
  // A chosen person is drawn even if they are in a cluster.
  drawChosen(pen, createContent('a'))
  expect(markers.map(({ options }) => [options.label, options.clickable])).toEqual([['a', false]])
})

it('a track has lines, dashes for periods that are unknown, and selectable points, hollow for doubtful readings', () => {
  const { pen, events } = aContext()
  const [a, b, c] = [0, 1, 2].map(lng => ({ lat: 0, lng })) as [LatLng, LatLng, LatLng]
  const track: MapTrack = {
    lines: [[a, b]],
    gaps: [[b, c]],
    points: [
      { ...a, id: 'first', look: 'inside' },
      { ...c, id: 'last', look: 'doubtful' },
    ],
  }
  drawTrack(pen, { ...createContent(), track })
  expect(
    markers.map(({ options: { path, strokeColor, strokeOpacity } }) => [path, strokeColor, strokeOpacity]),
  ).toEqual([
    [[a, b], 'me', undefined],
    [[b, c], 'quiet', 0],
    [undefined, undefined, undefined],
    [undefined, undefined, undefined],
  ])
  expect(markers.slice(2).map(({ options }) => options.icon)).toMatchObject([
    { fillColor: 'inside' },
    { fillColor: 'surface', strokeColor: 'stale' },
  ])
  markers[3]?.listeners.click?.()
  expect(events.onChoose).toHaveBeenCalledExactlyOnceWith('last')
})

it('hazards are diamonds below the people, and warnings are drawn with them', () => {
  const { pen } = aContext()
  const mapMarkers = [
    { lat: 0, lng: 0, text: 'High: Gas', severity: 'high' as const },
    { lat: 0, lng: 1, text: 'Two corners lie at one place' },
  ]
  drawPlaces(pen, { ...createContent(), marks: mapMarkers })
  expect(markers.map(({ options: { title, zIndex } }) => [title, zIndex])).toEqual([
    ['High: Gas', -1_000_000],
    ['Two corners lie at one place', undefined],
  ])
})
