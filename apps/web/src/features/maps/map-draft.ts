import { i18n, type MessageDescriptor } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { BaseMap, MapSettings } from '@muster/contract/maps.ts'
import {
  type BaseMapKind,
  isPmtilesAddress,
  mapAddressProblem,
  openFreeMapOrigin,
  type PlaceSearchKind,
} from '@muster/domain/base-map.ts'
import { formatList } from '../../lib/format-list.ts'

/** The values of the map settings form. Each kind of map has its own field, so that switching kinds loses no text. */
export type MapDraft = {
  readonly kind: BaseMapKind
  readonly styleUrl: string
  readonly satelliteUrl: string
  readonly pmtilesUrl: string
  readonly googleKey: string
  readonly placeSearch: PlaceSearchKind
}

/** Formats the hosts of these origins: 'tiles.example.org and fonts.example.org'. */
export const formatHosts = (origins: readonly string[]): string =>
  formatList(origins.map(origin => new URL(origin).host))

const openFreeMapHost = new URL(openFreeMapOrigin).host

export type MapChoice<Kind extends string = string> = {
  readonly kind: Kind
  readonly label: string
  readonly text: string
}

export const mapChoices: readonly MapChoice<BaseMapKind>[] = [
  {
    kind: 'built_in',
    label: t`Built-in`,
    text: t`Countries and a latitude and longitude grid. Needs no key or network, and no other service sees which area is viewed.`,
  },
  {
    kind: 'openfreemap',
    label: 'OpenFreeMap',
    text: t`Streets and buildings. Free, no key needed. Each browser loads them from ${openFreeMapHost}.`,
  },
  {
    kind: 'style',
    label: t`Style address`,
    text: t`Your own map server, or one you have a contract with.`,
  },
  {
    kind: 'pmtiles',
    label: t`PMTiles file`,
    text: t`Streets from a single file that you host. Works without an internet connection.`,
  },
  {
    kind: 'google',
    label: 'Google Maps',
    text: t`Satellite images and streets. Requires a key. Each browser loads them from Google.`,
  },
]

/** A search service sees the IP address of this server and the search text, but not the user. */
export const placeSearchChoices: readonly MapChoice<PlaceSearchKind>[] = [
  {
    kind: 'none',
    label: t`Off`,
    text: t`Search finds zones and coordinates only. Search text stays on this server.`,
  },
  {
    kind: 'photon',
    label: 'Photon',
    text: t`Towns, streets and houses. This server sends search text to photon.komoot.io.`,
  },
  {
    kind: 'nominatim',
    label: 'Nominatim',
    text: t`The same data, from nominatim.openstreetmap.org. For occasional searches only, because all Muster installations share its limit.`,
  },
]

export function toMapDraft({ base, placeSearch }: Pick<MapSettings, 'base' | 'placeSearch'>): MapDraft {
  return {
    kind: base.kind,
    styleUrl: base.kind === 'style' ? base.url : '',
    satelliteUrl: base.kind === 'style' ? (base.satelliteUrl ?? '') : '',
    pmtilesUrl: base.kind === 'pmtiles' ? base.url : '',
    googleKey: '',
    placeSearch,
  }
}

/** Returns the problem with each invalid field of the selected kind of map. */
export function findProblems(
  draft: MapDraft,
  settings: Pick<MapSettings, 'hasGoogleKey'>,
): Partial<Record<keyof MapDraft, string>> {
  const { styleUrl, satelliteUrl, pmtilesUrl, googleKey } = trimDraft(draft)
  switch (draft.kind) {
    case 'style':
      return {
        ...toProblem('styleUrl', mapAddressProblem(styleUrl)),
        ...toProblem('satelliteUrl', satelliteUrl ? mapAddressProblem(satelliteUrl) : undefined),
      }
    case 'pmtiles':
      return toProblem(
        'pmtilesUrl',
        isPmtilesAddress(pmtilesUrl)
          ? undefined
          : t`Enter an address that starts with https://, or /map-files/name.pmtiles`,
      )
    case 'google':
      return googleKey || settings.hasGoogleKey
        ? {}
        : { googleKey: t`Enter the key exactly as Google shows it` }
    default:
      return {}
  }
}

export function toBaseMap(draft: MapDraft): BaseMap {
  const { kind, styleUrl, satelliteUrl, pmtilesUrl } = trimDraft(draft)
  if (kind === 'style') return { kind, url: styleUrl, satelliteUrl: satelliteUrl || null }
  if (kind === 'pmtiles') return { kind, url: pmtilesUrl }
  return { kind }
}

type MapUpdate = { base?: BaseMap; placeSearch?: PlaceSearchKind; googleKey?: string }

/** Omits settings fixed by environment variables, and includes the key only if one was entered for Google Maps. */
export function toUpdate(
  draft: MapDraft,
  locked: Pick<MapSettings, 'fromEnvironment' | 'placeSearchFromEnvironment'>,
): MapUpdate {
  const { kind, googleKey, placeSearch } = trimDraft(draft)
  return {
    ...(locked.fromEnvironment ? {} : { base: toBaseMap(draft) }),
    ...(locked.placeSearchFromEnvironment ? {} : { placeSearch }),
    ...(kind === 'google' && googleKey ? { googleKey } : {}),
  }
}

const toProblem = (field: keyof MapDraft, text: string | MessageDescriptor | undefined) =>
  text ? { [field]: typeof text === 'string' ? text : i18n._(text) } : {}

const trimDraft = (draft: MapDraft): MapDraft => ({
  ...draft,
  styleUrl: draft.styleUrl.trim(),
  satelliteUrl: draft.satelliteUrl.trim(),
  pmtilesUrl: draft.pmtilesUrl.trim(),
  googleKey: draft.googleKey.trim(),
})
