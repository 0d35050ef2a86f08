import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'

/** The kinds of base map, the layer under the zones. The built-in map replaces a base map that cannot be reached. */
export const baseMapKinds = ['built_in', 'openfreemap', 'style', 'pmtiles', 'google'] as const
export type BaseMapKind = (typeof baseMapKinds)[number]

/** The base map of an installation that has not chosen one. */
export const defaultBaseMap = 'openfreemap'

/** The public host of OpenFreeMap, which serves its styles, tiles, glyphs and sprites. */
export const openFreeMapOrigin = 'https://tiles.openfreemap.org'

/** Returns the URL of the OpenFreeMap style for light or dark screens. */
export const openFreeMapStyle = (origin: string, dark: boolean) =>
  `${origin}/styles/${dark ? 'dark' : 'positron'}`

/** The geocoding services: none, or one of two public ones. */
export const placeSearchKinds = ['none', 'photon', 'nominatim'] as const
export type PlaceSearchKind = (typeof placeSearchKinds)[number]

/** The URLs of the public services. Both require a low request rate, an identifying client name, and attribution. */
export const publicGeocoders: Readonly<Record<Exclude<PlaceSearchKind, 'none'>, string>> = {
  photon: 'https://photon.komoot.io/api',
  nominatim: 'https://nominatim.openstreetmap.org/search',
}

/** The path under which PMTiles files in the data folder are served. */
export const mapFilesPath = '/map-files/'

/** Returns true for the plain name of a PMTiles file: no path, and not hidden. */
export const isMapFileName = (name: string) => /^\w[\w.-]{0,99}\.pmtiles$/.test(name)

/** URLs allow `;`, `,` and `*` in a host; in a content security policy they end a rule or match any host. */
export const isPlainOrigin = (origin: string) =>
  /^https:\/\/(?:[a-z0-9_.-]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/.test(origin)

/** Returns why the address cannot be used, undefined if it can. It must be an HTTPS URL with a plain host name and no credentials. */
export function mapAddressProblem(address: string): MessageDescriptor | undefined {
  if (!URL.canParse(address)) return msg`Enter an address such as https://maps.example.org/style.json`
  const { protocol, username, password, origin } = new URL(address)
  if (protocol !== 'https:') return msg`The address must start with https://`
  if (!isPlainOrigin(origin)) return msg`The host name can only contain letters, digits, dots and hyphens`
  // Every signed-in person receives the URL.
  if (username || password) return msg`The address can’t contain a username or password`
  return undefined
}

/** A file served under `mapFilesPath`, or any URL that is valid for a map. */
export const isPmtilesAddress = (address: string) =>
  address.startsWith(mapFilesPath)
    ? isMapFileName(address.slice(mapFilesPath.length))
    : mapAddressProblem(address) === undefined
