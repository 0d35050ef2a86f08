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
const nobodyChose = { base: null, origins: [], googleKey: null, placeSearch: 'none' } as const
const photon = { ...nobodyChose, placeSearch: 'photon' } as const

it('without a choice the map shows streets and looks up no places', () => {
  const setting = toSetting(environment, nobodyChose)
  expect(setting).toMatchObject({ base: { kind: 'openfreemap' }, chosen: false, geocoder: undefined })
})

it('a choice is kept, including the built-in map', () => {
  const setting = toSetting(environment, { ...nobodyChose, base: { kind: 'built_in' } })
  expect(setting).toMatchObject({ base: { kind: 'built_in' }, chosen: true })
})

it('the chosen public service is queried, within the rate limit of shared services', () => {
  expect(toSetting(environment, photon).geocoder).toEqual({
    url: 'https://photon.komoot.io/api',
    isShared: true,
  })
})

it('MAP_BASE=built_in contacts nobody outside, not even to search places', () => {
  const setting = toSetting({ ...environment, base: { kind: 'built_in' } }, photon)
  expect(setting).toMatchObject({
    base: { kind: 'built_in' },
    chosen: true,
    placeSearch: 'none',
    placeSearchFromEnvironment: true,
    geocoder: undefined,
  })
})

it('GEOCODER_URL wins, without the shared rate limit where it is the operator’s own', () => {
  const own = 'https://nominatim.of-ours.example/search'
  expect(toSetting({ ...environment, geocoderUrl: own }, photon).geocoder).toEqual({
    url: own,
    isShared: false,
  })
  const shared = 'https://nominatim.openstreetmap.org/search'
  expect(toSetting({ ...environment, geocoderUrl: shared }, photon).geocoder?.isShared).toBe(true)
})
