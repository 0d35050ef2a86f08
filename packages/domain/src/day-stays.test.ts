import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gatherStretches, wayLengthM } from './day-stays.ts'
import { metersPerDegree } from './geo/distance.ts'

const minute = 60_000
type Changes = Partial<{ inside: boolean; mock: boolean; vague: boolean; accuracyMeters: number | null }>
/** Creates a reading `meters` north of the first. */
const aReading = (minutes: number, meters: number, changes: Changes = {}) => ({
  at: minutes * minute,
  lat: meters / metersPerDegree,
  lng: 0,
  accuracyMeters: 5,
  inside: true,
  mock: false,
  vague: false,
  ...changes,
})
const gather = (line: ReturnType<typeof aReading>[]) =>
  gatherStretches(line).map(({ kind, readings }) => [
    kind,
    readings[0].at / minute,
    (readings.at(-1) ?? readings[0]).at / minute,
    readings.length,
  ])

describe('the readings of a line', () => {
  it('are gathered into stays and the ways between them', () => {
    const line = [
      ...[0, 1, 2, 3, 4].map(at => aReading(at, at)),
      aReading(5, 100),
      aReading(6, 200),
      ...[7, 9, 11].map(at => aReading(at, 300)),
    ]
    expect(gather(line)).toEqual([
      ['stay', 0, 4, 5],
      ['way', 5, 6, 2],
      ['stay', 7, 11, 3],
    ])
    expect(Math.round(wayLengthM(line.slice(5, 8)))).toBe(200)
  })

  it('begin a new stretch where the person leaves the zone or the position may be fake', () => {
    const line = [
      ...[0, 3].map(at => aReading(at, 0)),
      ...[4, 8].map(at => aReading(at, 5, { inside: false })),
      aReading(9, 5, { inside: false, mock: true }),
    ]
    expect(gather(line)).toEqual([
      ['stay', 0, 3, 2],
      ['stay', 4, 8, 2],
      ['reading', 9, 9, 1],
    ])
  })

  it('a vague reading during a stay belongs to it, however far off; one between inside and outside stands alone', () => {
    const vague = { vague: true, accuracyMeters: 400 }
    const line = [
      aReading(0, 0),
      aReading(2, 390, vague),
      aReading(4, 0),
      aReading(5, 200, vague),
      aReading(6, 500, { inside: false }),
    ]
    expect(gather(line)).toEqual([
      ['stay', 0, 4, 3],
      ['vague', 5, 5, 1],
      ['reading', 6, 6, 1],
    ])
  })

  it('are each in exactly one stretch, in order', () => {
    const reading = fc.record({
      meters: fc.integer({ min: 0, max: 200 }),
      inside: fc.boolean(),
      vague: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(reading, { maxLength: 40 }), list => {
        const line = list.map(({ meters, ...changes }, index) => aReading(index, meters, changes))
        expect(gatherStretches(line).flatMap(({ readings }) => readings)).toEqual(line)
      }),
    )
  })
})
