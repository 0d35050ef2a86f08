import { expect, it } from 'vitest'
import { recentZones } from './recent-zones.ts'
import { zoneSelectionStore } from './zone-selection-store.ts'

it('remembers the last five zones selected, each once, per person, across sessions', () => {
  for (const zone of ['a', 'b', 'c', 'd', 'e', 'f', 'b']) zoneSelectionStore.set('ana', zone)
  zoneSelectionStore.set('bo', 'z')
  zoneSelectionStore.clear()
  expect(recentZones.of('ana')).toEqual(['b', 'f', 'e', 'd', 'c'])
  expect(recentZones.of('bo')).toEqual(['z'])
})

it('unreadable data is ignored', () => {
  localStorage.setItem('muster.recent-zones.ana', '{')
  expect(recentZones.of('ana')).toEqual([])
})
