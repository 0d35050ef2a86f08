import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseCoordinates } from './parse-coordinates.ts'

const delhi = { lat: 28 + 36 / 60 + 50 / 3_600, lng: 77 + 12 / 60 + 32 / 3_600 }
const parseRounded = (text: string) => {
  const parsedCoordinates = parseCoordinates(text)
  return parsedCoordinates && [parsedCoordinates.at.lat.toFixed(4), parsedCoordinates.at.lng.toFixed(4)]
}

describe('typed coordinates', () => {
  test.each([
    '28.6139, 77.2089',
    '28.6139 77.2089',
    ' 28.6139,77.2089 ',
    '28.6139; 77.2089',
    '28.6139/77.2089',
    '28,6139; 77,2089',
    '28,6139 77,2089',
    '28.6139N 77.2089E',
    'n28.6139 e77.2089',
    'N 28.6139, E 77.2089',
    '28.6139° N, 77.2089° E',
    '+28.6139, +77.2089',
    'geo:28.6139,77.2089',
    'geo:28.6139,77.2089,210;crs=wgs84;u=35',
    '28°36′50″N 77°12′32″E',
    '28° 36\' 50" N, 77° 12\' 32" E',
    "28°36'50''N 77°12'32''E",
    '28°36’50”N 77°12’32”E',
    '28 36 50 N 77 12 32 E',
    'N 28 36 50 E 77 12 32',
    '28 36 50, 77 12 32',
    '28 36 50 77 12 32',
    '28:36:50 77:12:32',
    '28:36:50, 77:12:32',
    '28°36.833′N 77°12.533′E',
    '28 36.833 N 77 12.533 E',
    '28d36m50s N 77d12m32s E',
    '77°12′32″E 28°36′50″N',
    '77.2089E, 28.6139N',
  ])('%s', text => {
    const [lat, lng] = parseRounded(text) ?? []
    expect(Number(lat)).toBeCloseTo(delhi.lat, 3)
    expect(Number(lng)).toBeCloseTo(delhi.lng, 3)
  })

  test('are south or west by either a sign or a letter, but not both', () => {
    expect(parseRounded('-33.8688, -70.2093')).toEqual(['-33.8688', '-70.2093'])
    expect(parseRounded('−33.8688 −70.2093')).toEqual(['-33.8688', '-70.2093'])
    expect(parseRounded('33.8688S 70.2093W')).toEqual(['-33.8688', '-70.2093'])
    expect(parseRounded('33.8688s 70.2093w')).toEqual(['-33.8688', '-70.2093'])
    expect(parseRounded('33d52m7.7s S 70 12 33 W')).toEqual(['-33.8688', '-70.2092'])
    expect(parseRounded('-0°30′ 10°')).toEqual(['-0.5000', '10.0000'])
    expect(parseRounded('-33.8688S 70.2093W')).toBeUndefined()
    expect(parseRounded('geo:-33.8688,-70.2093')).toEqual(['-33.8688', '-70.2093'])
  })

  test('are marked when longitude may have come first', () => {
    expect(parseCoordinates('28, 77')).toEqual({
      at: { lat: 28, lng: 77 },
      swapped: false,
      other: { lat: 77, lng: 28 },
    })
    expect(parseCoordinates('151.2, -33.9')).toEqual({
      at: { lat: -33.9, lng: 151.2 },
      swapped: true,
      other: null,
    })
    expect(parseCoordinates('28, 151')).toEqual({ at: { lat: 28, lng: 151 }, swapped: false, other: null })
    expect(parseCoordinates('77E 28N')).toEqual({ at: { lat: 28, lng: 77 }, swapped: true, other: null })
    expect(parseCoordinates('28N 77E')).toMatchObject({ swapped: false, other: null })
    expect(parseCoordinates('geo:28,77')).toMatchObject({ other: null })
  })

  test.each([
    '',
    '28.61',
    'Warehouse 7',
    'North gate',
    '28.61, 77.21, 5',
    '28,,77',
    ', 28 77',
    '91, 181',
    '28N 77N',
    '28E 77W',
    '28 60 0 N 77 0 0 E',
    '28.5 30 N 77 0 E',
    '28 36 50 4 N 77 E',
    '1 2 3',
    'geo:91,77',
    'geo:151,33',
    `28.61, ${'7'.repeat(200)}`,
  ])('are not found in "%s"', text => {
    expect(parseCoordinates(text)).toBeUndefined()
  })

  test('are unchanged after formatting as decimals and parsing, and no text crashes the parser', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -9_000_000, max: 9_000_000 }).map(n => n / 1e5),
        fc.integer({ min: -18_000_000, max: 18_000_000 }).map(n => n / 1e5),
        (lat, lng) => {
          expect(parseCoordinates(`${lat.toFixed(5)}, ${lng.toFixed(5)}`)?.at).toEqual({
            lat: lat + 0,
            lng: lng + 0,
          })
        },
      ),
    )
    const character = fc.constantFrom(..." .,;:/+-−0123456789°′″'NSEWx".split(''))
    fc.assert(
      fc.property(fc.string({ unit: character, maxLength: 130 }), text => {
        const position = parseCoordinates(text)?.at
        if (position) expect(Math.abs(position.lat) <= 90 && Math.abs(position.lng) <= 180).toBe(true)
      }),
    )
  })
})
