import { expect, it, vi } from 'vitest'
import type { MapContent, MapPerson } from '../surface.ts'
import { drawnChosen, drawnPeople, type Pen } from './draw-content.ts'
import type { GoogleMap, GoogleMaps } from './google-types.ts'

/** Stands in for Google's marker: keeps what it was made with, and does what a person would. */
class Marker {
  readonly heard: Record<string, () => void> = {}
  readonly options: Record<string, unknown>
  constructor(options: Record<string, unknown>) {
    this.options = options
    made.push(this)
  }
  setMap() {}
  addListener(event: string, listener: () => void) {
    this.heard[event] = listener
    return { remove() {} }
  }
}
let made: Marker[] = []

function penOf() {
  made = []
  const map = { panTo: vi.fn(), setZoom: vi.fn(), getZoom: () => 10 }
  const events = { onBaseFailed() {}, onChoose: vi.fn(), onHover: vi.fn() }
  const icon = { url: '', scaledSize: undefined, anchor: undefined }
  const names = ['person-inside', 'chosen-inside', 'cluster']
  const pen: Pen = {
    maps: { Marker } as unknown as GoogleMaps,
    map: map as unknown as GoogleMap,
    pictures: new Map(names.map(name => [name, icon])),
    events,
  }
  return { pen, map, events }
}

const person = (id: string, lng: number): MapPerson => ({
  id,
  name: `Person ${id}`,
  initials: id,
  state: 'inside',
  lat: 0,
  lng,
})
const content = (chosen?: string): MapContent => ({
  areas: [],
  marks: [],
  people: [person('a', 0), person('b', 0.001), person('c', 1)],
  chosen,
})

it('gathers people who stand together as the other map does, and opens them where they fall apart', () => {
  const { pen, map } = penOf()
  drawnPeople(pen, content(), 10)
  expect(made.map(({ options }) => [options.label, options.title])).toEqual([
    ['2', '2 people'],
    ['c', 'Person c, inside'],
  ])
  made[0]?.heard.click?.()
  expect(map.panTo).toHaveBeenCalledWith({ lat: 0, lng: 0.0005 })
  expect(map.setZoom).toHaveBeenCalledWith(16)
})

it('who is chosen or pointed at is told, and who is pointed out stands above and lets the pointer through', () => {
  const { pen, events } = penOf()
  drawnPeople(pen, content(), 10)
  made[1]?.heard.mouseover?.()
  made[1]?.heard.mouseout?.()
  made[1]?.heard.click?.()
  expect(events.onHover.mock.calls).toEqual([['c'], [undefined]])
  expect(events.onChoose).toHaveBeenCalledExactlyOnceWith('c')
  made = []
  expect(drawnChosen(pen, content())).toEqual([])
  // Also out of a cluster.
  drawnChosen(pen, content('a'))
  expect(made.map(({ options }) => [options.label, options.clickable])).toEqual([['a', false]])
})
