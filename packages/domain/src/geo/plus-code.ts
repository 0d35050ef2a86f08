import type { LatLng } from './lat-lng.ts'

const digits = '23456789CFGHJMPQRVWX'
/** Cells per degree of a code with ten digits: 1/8000 of a degree, about 14 metres of latitude. */
const cellsPerDegree = 8_000
/** Cells per degree of the finest code, to which coordinates are rounded first, so that binary fractions do not change a digit. */
const finestLatitudeCells = cellsPerDegree * 5 ** 5
const finestLongitudeCells = cellsPerDegree * 4 ** 5
/** Pairs of digits before the separator, which stands after eight digits. */
const pairs = 5

/**
 * Returns the Open Location Code ("plus code") of a WGS 84 position with ten digits, such as `8FVC2222+22`, which names a cell of about
 * 14 by 14 metres. Latitudes beyond the poles count as the pole, and longitudes wrap around.
 *
 * Source: https://github.com/google/open-location-code/blob/main/Documentation/Specification/specification.md (Apache-2.0)
 */
export function toPlusCode({ lat, lng }: LatLng): string {
  const north = Math.min(Math.max(lat + 90, 0), 180)
  const east = (((lng + 180) % 360) + 360) % 360
  let latitudeCell = Math.min(toCell(north, finestLatitudeCells), 180 * cellsPerDegree - 1)
  let longitudeCell = toCell(east, finestLongitudeCells) % (360 * cellsPerDegree)
  let code = ''
  for (let pair = 0; pair < pairs; pair += 1) {
    code = toDigit(latitudeCell) + toDigit(longitudeCell) + code
    latitudeCell = Math.floor(latitudeCell / digits.length)
    longitudeCell = Math.floor(longitudeCell / digits.length)
  }
  return `${code.slice(0, 8)}+${code.slice(8)}`
}

const toCell = (degrees: number, finestCells: number) =>
  Math.floor(Math.floor(Math.round(degrees * finestCells * 1e6) / 1e6) / (finestCells / cellsPerDegree))

const toDigit = (cell: number) => digits[cell % digits.length] ?? ''
