import { expect, it } from 'vitest'
import type { MapColours } from '../map-colours.ts'
import { clusterLayer, createLayers, peopleLayer } from './overlays.ts'

it('hazards lie below people and clusters, and the chosen person above them', () => {
  const colours = { people: {}, area: '#000000' } as unknown as MapColours
  const ids = createLayers(colours).map(({ id }) => id)
  const order = ['muster-hazards', clusterLayer, peopleLayer, 'muster-places']
  expect(ids.filter(id => order.includes(id))).toEqual(order)
})
