import { plural, t } from '@lingui/core/macro'
import type { Organisation } from '@muster/contract/organisations.ts'
import { formatCount } from '../../lib/format-count.ts'

/** Formats the number of zones, with the maximum if there is one: `3 of 10 zones`, `1 zone`. */
export function zonesText({ zones, maxZones }: Organisation): string {
  if (maxZones === null) return plural(zones, { one: '# zone', other: '# zones' })
  const count = formatCount(zones)
  return t`${count} of ${plural(maxZones, { one: '# zone', other: '# zones' })}`
}

/** Formats the number of people, with the maximum if there is one: `3 of 10 people`, `1 person`. */
export function peopleText({ people, maxPeople }: Organisation): string {
  if (maxPeople === null) return plural(people, { one: '# person', other: '# people' })
  const count = formatCount(people)
  return t`${count} of ${plural(maxPeople, { one: '# person', other: '# people' })}`
}

/** Browsers still list outdated ids (from CLDR); the current IANA ids contain the names people search for. */
const currentTimeZoneNames: Readonly<Record<string, string>> = {
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Europe/Kiev': 'Europe/Kyiv',
  'America/Godthab': 'America/Nuuk',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
}

/** Returns every time zone that this browser knows, for a searchable list. */
export const listTimeZones = (): string[] => [
  ...new Set(['UTC', ...Intl.supportedValuesOf('timeZone').map(name => currentTimeZoneNames[name] ?? name)]),
]
