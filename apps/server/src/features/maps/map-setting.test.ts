import { expect, it } from 'vitest'
import { type MapEnvironment, toSetting } from './map-setting.ts'

const environment: MapEnvironment = {
  base: undefined,
  hosts: [],
  googleKey: undefined,
  googleOrigin: 'https://maps.googleapis.com',
  openFreeMapOrigin: 'https://tiles.openfreemap.org',
  geocoderUrl: undefined,
}
const unsetMap = { base: null, origins: [], googleKey: null, placeSearch: 'none' } as const
const photonMap = { ...unsetMap, placeSearch: 'photon' } as const

it('without a choice the map shows streets and looks up no places', () => {
  const setting = toSetting(environment, unsetMap)
  expect(setting).toMatchObject({ base: { kind: 'openfreemap' }, chosen: false, geocoder: undefined })
})

it('a choice is kept, including the built-in map', () => {
  const setting = toSetting(environment, { ...unsetMap, base: { kind: 'built_in' } })
  expect(setting).toMatchObject({ base: { kind: 'built_in' }, chosen: true })
})

it('the chosen public service is queried, within the rate limit of shared services', () => {
  expect(toSetting(environment, photonMap).geocoder).toEqual({
    url: 'https://photon.komoot.io/api',
    isShared: true,
  })
})

it('MAP_BASE=built_in contacts nobody outside, not even to search places', () => {
  const setting = toSetting({ ...environment, base: { kind: 'built_in' } }, photonMap)
  expect(setting).toMatchObject({
    base: { kind: 'built_in' },
    chosen: true,
    placeSearch: 'none',
    placeSearchFromEnvironment: true,
    geocoder: undefined,
  })
})

it('GEOCODER_URL wins, without the shared rate limit where it is the operator’s own', () => {
  const ownUrl = 'https://nominatim.of-ours.example/search'
  expect(toSetting({ ...environment, geocoderUrl: ownUrl }, photonMap).geocoder).toEqual({
    url: ownUrl,
    isShared: false,
  })
  const sharedUrl = 'https://nominatim.openstreetmap.org/search'
  expect(toSetting({ ...environment, geocoderUrl: sharedUrl }, photonMap).geocoder?.isShared).toBe(true)
})
