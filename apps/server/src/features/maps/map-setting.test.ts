import { expect, it } from 'vitest'
import { type MapEnvironment, settingOf } from './map-setting.ts'

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

it('shows streets while nobody has chosen, and looks up no places', () => {
  const setting = settingOf(environment, nobodyChose)
  expect(setting).toMatchObject({ base: { kind: 'openfreemap' }, chosen: false, geocoder: undefined })
})

it('keeps what was chosen, the built-in map too', () => {
  const setting = settingOf(environment, { ...nobodyChose, base: { kind: 'built_in' } })
  expect(setting).toMatchObject({ base: { kind: 'built_in' }, chosen: true })
})

it('asks the public service that was chosen, at the pace of those who share it', () => {
  expect(settingOf(environment, photon).geocoder).toEqual({
    url: 'https://photon.komoot.io/api',
    isShared: true,
  })
})

it('MAP_BASE=built_in keeps everything at home, the search for places as well', () => {
  const setting = settingOf({ ...environment, base: { kind: 'built_in' } }, photon)
  expect(setting).toMatchObject({
    base: { kind: 'built_in' },
    chosen: true,
    placeSearch: 'none',
    placeSearchFromEnvironment: true,
    geocoder: undefined,
  })
})

it('GEOCODER_URL wins, at its own pace where it is the operator’s own', () => {
  const own = 'https://nominatim.of-ours.example/search'
  expect(settingOf({ ...environment, geocoderUrl: own }, photon).geocoder).toEqual({
    url: own,
    isShared: false,
  })
  const shared = 'https://nominatim.openstreetmap.org/search'
  expect(settingOf({ ...environment, geocoderUrl: shared }, photon).geocoder?.isShared).toBe(true)
})
