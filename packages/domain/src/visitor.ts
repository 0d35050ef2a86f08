/** How a visitor came onto the list: invited by a host, at a kiosk, by the zone's poster, or entered by a manager. */
export const visitWays = ['host', 'kiosk', 'poster', 'hand'] as const
export type VisitWay = (typeof visitWays)[number]

/** The ways in which a visit ends: by the visitor, the host, a manager, or the end of the day. */
export const visitEnds = ['self', 'host', 'manager', 'end_of_day'] as const
export type VisitEnd = (typeof visitEnds)[number]

export const visitStates = ['inside', 'expected', 'past'] as const
export type VisitState = (typeof visitStates)[number]

/** The public ways in, which need no account: a tablet with a kiosk token, and a phone that scanned the zone's poster. */
export const visitDoors = ['kiosk', 'poster'] as const
export type VisitDoor = (typeof visitDoors)[number]

/** Days for which visits are kept unless a zone chooses otherwise. */
export const visitKeptDays = { least: 1, usual: 30, most: 365 } as const

/**
 * Sign-ins with the poster per zone and day unless the zone chooses otherwise, and the bounds of its choice: a leaked poster must fill
 * neither the list nor the roll.
 */
export const posterDayMost = { least: 10, usual: 300, most: 2_000 } as const
/**
 * Sign-ins with the poster per IP address and day: half of the zone's, so that nobody with a photograph of it uses them all up. Managers
 * are alerted when as many have signed in.
 */
export const toPosterHalf = (dayMost: number): number => Math.ceil(dayMost / 2)
/** Maximum visitors inside a zone: with the poster, and of all others together. */
export const visitorsInsideMost = 500
export const visitorsExpectedMost = 500
export const kiosksMost = 20

/** Days in advance for which a visit can be announced. */
export const visitAheadDays = 90

/** Letters that a search by strangers needs, and the names it returns at most. */
export const visitSearchLeast = 3
export const visitNamesMost = 5

/**
 * Milliseconds within which a sign-out by a host or manager can be undone. Longer than the screen offers it, because the two requests may
 * take different times.
 */
export const undoSignOutMs = 5 * 60_000

/** Milliseconds after which an unused kiosk code expires. */
export const kioskCodeMs = 15 * 60_000

/** The characters of a kiosk code: none that is mistaken for another. */
export const kioskCodeLetters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
export const kioskCodeLength = 8

/** Returns a typed code as it is stored: in capitals, without spaces and hyphens. */
export const toKioskCode = (typed: string): string => typed.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** Formats a code in two groups of four: `ABCD-EFGH`. */
export const formatKioskCode = (code: string): string =>
  `${code.slice(0, kioskCodeLength / 2)}-${code.slice(kioskCodeLength / 2)}`

/** Returns the first letter with its marks and a dot: `T.` */
function toInitial(word: string): string {
  const [initial = ''] = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
    .segment(word)
    [Symbol.iterator]()
    .take(1)
    .map(it => it.segment)
  return `${initial}.`
}

/** Returns what strangers at a kiosk see of a visitor: the first name and the initial of the last one, such as `Mia T.` */
export function toShortName(name: string): string {
  const words = name.trim().split(/\s+/)
  const last = words.at(-1)
  return words.length < 2 || !last ? name.trim() : `${words[0]} ${toInitial(last)}`
}

/** Returns what strangers see of a host: the short name at a kiosk, and `M. T.` with a poster, of which anybody may have a photograph. */
export function toHostName(name: string, door: VisitDoor): string {
  if (door === 'kiosk') return toShortName(name)
  const words = name.trim().split(/\s+/).filter(Boolean)
  return [...words.slice(0, 1), ...words.slice(1).slice(-1)].map(toInitial).join(' ')
}

/** Maximum characters of a name for comparison: some letters become several. */
const nameKeyLength = 200

/** Returns a name for comparison, so that letter case, forms of a letter and extra spaces make no difference. */
export function toNameKey(name: string): string {
  const key = name.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ')
  return key.length <= nameKeyLength ? key : [...key].slice(0, nameKeyLength).join('')
}
