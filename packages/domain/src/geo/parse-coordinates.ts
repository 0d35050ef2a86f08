import { isLatitude, isLongitude, type LatLng } from './lat-lng.ts'

/** Coordinates parsed from text. `other` is the position in the opposite order; null if the order is certain. */
export type ParsedCoordinates = {
  readonly at: LatLng
  /** True if longitude came first, because the letters say so or because the other order is impossible. */
  readonly swapped: boolean
  readonly other: LatLng | null
}

const maxLength = 120
const numberPattern = String.raw`\d+(?:\.\d+)?`
const geoUriPattern = new RegExp(
  `^geo:([+-]?${numberPattern}),([+-]?${numberPattern})(?:,[+-]?${numberPattern})?(?:;[^;]*)*$`,
  'i',
)
/**
 * Matches a direction letter, a number with its sign and unit, or a separator. Each token is matched on its own, so there is no
 * backtracking.
 */
const tokenPattern = new RegExp(
  String.raw`\s*(?:([NSEWnsew])(?![A-Za-z])|([+-]?)(${numberPattern})\s*([°ºd:](?![A-Za-z])|[′'’m](?!['′’])|[″"”s]|''|′′|’’)?|([,;/]))`,
  'y',
)

/**
 * Parses coordinates in common notations. Returns undefined for any other text.
 *
 * - decimal degrees: `28.61, 77.21`, `28.61 77.21`, `28.61N 77.21E`, `N 28.61 W 77.21`, and with decimal commas `28,61; 77,21`
 * - degrees and minutes, or seconds: `28°36.5′N 77°12.5′E`, `28°36′50″N 77°12′32″E`, `28 36 50 N, 77 12 32 E`, `28:36:50 77:12:32`
 * - a geo: URI (RFC 5870): `geo:28.61,77.21;u=35`
 *
 * Latitude comes first, unless letters or ranges indicate the opposite. In a geo: URI it always does.
 */
export function parseCoordinates(text: string): ParsedCoordinates | undefined {
  const trimmedText = text.trim().replaceAll('−', '-')
  if (trimmedText.length > maxLength) return undefined
  const uriMatch = geoUriPattern.exec(trimmedText)
  if (uriMatch)
    return toCoordinates({ degrees: Number(uriMatch[1]) }, { degrees: Number(uriMatch[2]) }, false)
  const parsedAngles = readAngles(normalizeDecimals(trimmedText))
  return parsedAngles ? toCoordinates(parsedAngles[0], parsedAngles[1], true) : undefined
}

/** One of the two angles; `letter` gives its compass direction. */
type Angle = { degrees: number; letter?: string }
type AnglePart = { negative: boolean; value: number; unit: string }

/** Replaces decimal commas in `28,61; 77,21` and `28,61 77,21`. A comma between two whole numbers is left unchanged. */
function normalizeDecimals(text: string): string {
  return /^[^,]*\d,\d[^,]*(?:;|\s)[^,]*\d,\d[^,]*$/.test(text) && !text.includes('.')
    ? text.replace(/(\d),(\d)/g, '$1.$2')
    : text
}

function readAngles(text: string): [Angle, Angle] | undefined {
  const groups: { parts: AnglePart[]; letter?: string; closed: boolean }[] = [{ parts: [], closed: false }]
  let hadMark = false
  tokenPattern.lastIndex = 0
  while (tokenPattern.lastIndex < text.trimEnd().length) {
    const match = tokenPattern.exec(text)
    if (!match) return undefined
    const [, letter, sign, digits, unit, mark] = match
    const current = groups.at(-1)
    if (!current) return undefined
    if (mark) {
      if (hadMark || current.parts.length === 0) return undefined
      hadMark = true
      if (groups.length === 1) groups.push({ parts: [], closed: false })
      continue
    }
    if (letter) {
      const direction = letter.toUpperCase()
      // A letter may precede or follow its number; if letters come first, the second one begins the second angle.
      if (current.letter === undefined && !current.closed) {
        current.letter = direction
        current.closed = current.parts.length > 0
      } else groups.push({ parts: [], letter: direction, closed: false })
      continue
    }
    const isNew =
      current.closed ||
      (current.parts.length > 0 && (sign !== '' || startsAngle(toUnit(unit), current.parts)))
    if (isNew) groups.push({ parts: [], closed: false })
    const angle = groups.at(-1)
    if (!angle) return undefined
    // An s after the first or second number of an angle cannot mean seconds, so it means south.
    const isSouth = unit === 's' && angle.parts.length < 2
    if (isSouth && angle.letter !== undefined) return undefined
    angle.parts.push({ negative: sign === '-', value: Number(digits), unit: isSouth ? '' : toUnit(unit) })
    if (isSouth) Object.assign(angle, { letter: 'S', closed: true })
  }
  const angleGroups = groups.length === 1 && !hadMark ? splitInHalf(groups[0]?.parts ?? []) : groups
  const [first, second] = angleGroups
  if (!first || !second || angleGroups.length !== 2) return undefined
  const [a, b] = [toAngle(first), toAngle(second)]
  return a && b ? [a, b] : undefined
}

/** Splits plain numbers without letters or separators into two angles: the first half and the second half. */
function splitInHalf(parts: AnglePart[]): { parts: AnglePart[]; letter?: string }[] {
  if (parts.length === 0 || parts.length % 2 !== 0) return []
  const half = parts.length / 2
  return [{ parts: parts.slice(0, half) }, { parts: parts.slice(half) }]
}

function toUnit(mark: string | undefined): string {
  if (!mark) return ''
  if ('°ºdD'.includes(mark)) return 'd'
  if (mark === ':') return ':'
  return mark.length === 1 && "′'’mM".includes(mark) ? 'm' : 's'
}

/** It has a degree sign, or follows an angle in colon notation whose last number has no colon. */
function startsAngle(unit: string, previousParts: readonly AnglePart[]): boolean {
  const lastPart = previousParts.at(-1)
  if (unit === 'd') return true
  return lastPart?.unit === '' && previousParts.length > 1 && previousParts[0]?.unit === ':'
}

function toAngle({ parts, letter }: { parts: AnglePart[]; letter?: string }): Angle | undefined {
  const [degrees, minutes, seconds] = parts
  if (!degrees || parts.length > 3) return undefined
  if (!['', 'd', ':'].includes(degrees.unit)) return undefined
  if (minutes && (!['', 'm', ':'].includes(minutes.unit) || minutes.value >= 60 || minutes.negative))
    return undefined
  if (seconds && (!['', 's'].includes(seconds.unit) || seconds.value >= 60 || seconds.negative))
    return undefined
  // Only the last number may have a fraction.
  if (parts.slice(0, -1).some(({ value }) => !Number.isInteger(value))) return undefined
  if (degrees.negative && letter) return undefined
  const size = degrees.value + (minutes?.value ?? 0) / 60 + (seconds?.value ?? 0) / 3_600
  return { degrees: degrees.negative || letter === 'S' || letter === 'W' ? -size : size, letter }
}

function toCoordinates(first: Angle, second: Angle, maySwap: boolean): ParsedCoordinates | undefined {
  const writtenOrderPoint = toLatLng(first, second)
  const swappedOrderPoint = maySwap ? toLatLng(second, first) : undefined
  if (writtenOrderPoint) return { at: writtenOrderPoint, swapped: false, other: swappedOrderPoint ?? null }
  return swappedOrderPoint ? { at: swappedOrderPoint, swapped: true, other: null } : undefined
}

function toLatLng(lat: Angle, lng: Angle): LatLng | undefined {
  if (lat.letter === 'E' || lat.letter === 'W' || lng.letter === 'N' || lng.letter === 'S') return undefined
  return isLatitude(lat.degrees) && isLongitude(lng.degrees)
    ? { lat: lat.degrees, lng: lng.degrees }
    : undefined
}
