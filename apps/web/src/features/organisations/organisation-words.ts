import { t } from '@lingui/core/macro'
import type { Organisation } from '@muster/contract/organisations.ts'
import { formatCount } from '../../lib/format-count.ts'

/** `3 of 10 zones`, `1 zone`. */
export const zonesWords = ({ zones, maxZones }: Organisation) => countOf(zones, maxZones, 'zone', 'zones')
export const peopleWords = ({ people, maxPeople }: Organisation) =>
  countOf(people, maxPeople, 'person', 'people')

function countOf(count: number, most: number | null, one: string, many: string): string {
  const word = (most ?? count) === 1 ? one : many
  return most === null
    ? `${formatCount(count)} ${word}`
    : t`${formatCount(count)} of ${formatCount(most)} ${word}`
}

/** Cities that browsers list under a former name (from CLDR), while people search for the current one. */
const presentNames: Readonly<Record<string, string>> = {
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Europe/Kiev': 'Europe/Kyiv',
  'America/Godthab': 'America/Nuuk',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'America/Buenos_Aires': t`America/Argentina/Buenos_Aires`,
}

/** Every time zone this browser knows, for a searchable list. */
export const timeZoneChoices = (): string[] => [
  ...new Set(['UTC', ...Intl.supportedValuesOf('timeZone').map(name => presentNames[name] ?? name)]),
]
