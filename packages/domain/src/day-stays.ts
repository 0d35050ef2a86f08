import type { DayReading } from './day-track.ts'
import { distanceMeters } from './geo/distance.ts'
import type { LatLng } from './geo/lat-lng.ts'

/** Readings within this many metres of each other, or within their accuracy, are one place. */
const placeRadiusM = 30
/** A person who stays at a place for this long has made a stop. */
const minStayMs = 3 * 60_000

type Located = DayReading & LatLng & { readonly accuracyMeters: number | null }

/** A stretch has one verdict; readings too vague for one belong to the stay or way around them. */
export type DayStretch<R extends Located> = {
  readonly kind: 'stay' | 'way' | 'reading' | 'vague'
  readonly readings: readonly [R, ...R[]]
}

/** Gathers a line of readings into stays and ways, in order. */
export function gatherStretches<R extends Located>(line: readonly R[]): DayStretch<R>[] {
  return splitByVerdict(line).flatMap(readings =>
    readings.every(({ vague }) => vague) ? toStretch('vague', readings) : splitIntoStays(readings),
  )
}

function toStretch<R extends Located>(kind: DayStretch<R>['kind'], readings: readonly R[]): DayStretch<R>[] {
  const [first, ...rest] = readings
  return first
    ? [{ kind: kind === 'vague' || rest.length > 0 ? kind : 'reading', readings: [first, ...rest] }]
    : []
}

/** Splits where the verdict changes. Vague readings between two readings with the same verdict do not interrupt it. */
function splitByVerdict<R extends Located>(line: readonly R[]): R[][] {
  const groups: R[][] = []
  let group: R[] = []
  let vagueReadings: R[] = []
  for (const reading of line) {
    if (reading.vague) {
      vagueReadings.push(reading)
      continue
    }
    const last = group.at(-1)
    if (last && last.inside === reading.inside && last.mock === reading.mock) {
      group.push(...vagueReadings, reading)
    } else {
      groups.push(group, vagueReadings)
      group = [reading]
    }
    vagueReadings = []
  }
  return [...groups, group, vagueReadings].filter(it => it.length > 0)
}

/** Splits readings into the places where the person stayed and the ways between them. */
function splitIntoStays<R extends Located>(readings: readonly R[]): DayStretch<R>[] {
  const stretches: DayStretch<R>[] = []
  let way: R[] = []
  for (let start = 0; start < readings.length; ) {
    const end = findStayEnd(readings, start)
    const stay = readings.slice(start, end)
    if ((stay.at(-1)?.at ?? 0) - (stay[0]?.at ?? 0) < minStayMs) {
      way.push(...readings.slice(start, start + 1))
      start++
      continue
    }
    stretches.push(...toStretch('way', way), ...toStretch('stay', stay))
    way = []
    start = end
  }
  return [...stretches, ...toStretch('way', way)]
}

/** Returns the index after the last reading that is still at the place of the reading at `start`. */
function findStayEnd<R extends Located>(readings: readonly R[], start: number): number {
  const first = readings[start]
  let end = start + 1
  for (let index = end; first && index < readings.length; index++) {
    const reading = readings[index]
    if (!reading) break
    if (reading.vague) continue
    const radiusM = Math.max(placeRadiusM, first.accuracyMeters ?? 0, reading.accuracyMeters ?? 0)
    if (distanceMeters(first, reading) > radiusM) break
    end = index + 1
  }
  return end
}

/** Returns the length in metres of the way through the readings, without vague ones. */
export function wayLengthM(readings: readonly Located[]): number {
  const points = readings.filter(({ vague }) => !vague)
  return points.reduce((sum, point, index) => {
    const previous = points[index - 1]
    return previous ? sum + distanceMeters(previous, point) : sum
  }, 0)
}
