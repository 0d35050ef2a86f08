import type { BaseMap, MapSettings, ShownMap } from '@muster/contract/maps.ts'
import type { MapFetcher } from './map-fetcher.ts'
import { listFetchedOrigins, listOrigins } from './map-policy.ts'
import type { MapSetting } from './map-setting.ts'

/** The view for the settings page. It says whether there is a Google key but never contains it. */
export const mapSettingsView = (setting: MapSetting): MapSettings => ({
  base: setting.base,
  chosen: setting.chosen,
  placeSearch: setting.placeSearch,
  placeSearchFromEnvironment: setting.placeSearchFromEnvironment,
  fromEnvironment: setting.fromEnvironment,
  hasGoogleKey: setting.googleKey !== null,
  googleKeyFromEnvironment: setting.googleKeyFromEnvironment,
  hosts: listOrigins(setting),
})

/** The map settings that every signed-in browser gets. */
export const shownMapView = (setting: MapSetting, fetcher: MapFetcher): ShownMap => ({
  base: setting.base,
  googleOrigin: setting.googleOrigin,
  openFreeMapOrigin: setting.openFreeMapOrigin,
  fetcher: fetcher.address(listFetchedOrigins(setting)),
})

/** The map settings for previewing an unsaved base map, and the hosts that the preview contacts. */
export function previewView(
  setting: MapSetting,
  { base, origins }: { base: BaseMap; origins: readonly string[] },
  fetcher: MapFetcher,
): { shown: ShownMap; hosts: string[] } {
  const previewSetting = { ...setting, base, origins }
  const previewMap = {
    ...shownMapView(previewSetting, fetcher),
    fetcher: fetcher.previewAddress(listFetchedOrigins(previewSetting)),
  }
  return { shown: previewMap, hosts: listOrigins(previewSetting) }
}
