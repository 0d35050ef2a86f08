/** What lies under the zones on a map. Every other one falls back to the built-in one where it cannot be reached. */
export const baseMapKinds = ['built_in', 'openfreemap', 'style', 'pmtiles', 'google'] as const
export type BaseMapKind = (typeof baseMapKinds)[number]

/** The base map of an installation that has not chosen one. */
export const defaultBaseMap = 'openfreemap'

/** The public host of OpenFreeMap, from which its styles, tiles, letters and pictures come. */
export const openFreeMapOrigin = 'https://tiles.openfreemap.org'

/** Its style for light and for dark screens. */
export const openFreeMapStyle = (origin: string, dark: boolean) =>
  `${origin}/styles/${dark ? 'dark' : 'positron'}`

/** The services that find places by name: none, or one of two public ones. */
export const placeSearchKinds = ['none', 'photon', 'nominatim'] as const
export type PlaceSearchKind = (typeof placeSearchKinds)[number]

/** The addresses of the public services. Both ask for few requests, a name of who asks, and attribution. */
export const publicGeocoders: Readonly<Record<Exclude<PlaceSearchKind, 'none'>, string>> = {
  photon: 'https://photon.komoot.io/api',
  nominatim: 'https://nominatim.openstreetmap.org/search',
}

/** A PMTiles file that lies in the data folder is asked for under this path. */
export const mapFilesPath = '/map-files/'

/** The name of such a file: no path, nothing hidden. */
export const isMapFileName = (name: string) => /^\w[\w.-]{0,99}\.pmtiles$/.test(name)

/**
 * Whether an origin names one host and nothing else. A URL lets `;`, `,` and `*` stand in the name of a host: in the policy of
 * pages these end a rule, or mean all hosts.
 */
export const isPlainOrigin = (origin: string) =>
  /^https:\/\/(?:[a-z0-9_.-]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/.test(origin)

/** Why an address may not be used for a map, or undefined when it may: of another host, and nobody may listen in. */
export function mapAddressProblem(address: string): string | undefined {
  if (!URL.canParse(address)) return 'Enter an address such as https://maps.example.org/style.json'
  const { protocol, username, password, origin } = new URL(address)
  if (protocol !== 'https:') return 'The address must begin with https://'
  if (!isPlainOrigin(origin)) return 'The name of the host must be letters, digits, dots and hyphens'
  // It is sent to everybody who is signed in.
  if (username || password) return 'The address must not hold a user name or password'
  return undefined
}

/** Whether an address is of a PMTiles file: of another host, or of ours. */
export const isPmtilesAddress = (address: string) =>
  address.startsWith(mapFilesPath)
    ? isMapFileName(address.slice(mapFilesPath.length))
    : mapAddressProblem(address) === undefined
