import type { MapSettings } from '@muster/contract/maps.ts'
import { originsOf } from './map-policy.ts'
import type { MapSetting } from './map-setting.ts'

/** The setting as its page shows it: that there is a key, never the key. */
export const mapSettingsView = (setting: MapSetting): MapSettings => ({
  base: setting.base,
  fromEnvironment: setting.fromEnvironment,
  hasGoogleKey: setting.googleKey !== null,
  googleKeyFromEnvironment: setting.googleKeyFromEnvironment,
  hosts: originsOf(setting),
})
