import { expect, it } from 'vitest'
import type { MapColours } from '../map-colours.ts'
import { clusterLayer, layersIn, peopleLayer } from './overlays.ts'

it('draws hazards below people and clusters, and what is pointed out above them', () => {
  const colours = { people: {}, area: '#000000' } as unknown as MapColours
  const ids = layersIn(colours).map(({ id }) => id)
  const order = ['muster-hazards', clusterLayer, peopleLayer, 'muster-places']
  expect(ids.filter(id => order.includes(id))).toEqual(order)
})
