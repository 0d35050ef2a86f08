import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { areaM2 } from './geo/area.ts'
import { distanceMeters } from './geo/distance.ts'
import type { ZoneShape } from './geo/shape.ts'
import { shapeToGeometry, toOutline, type ZoneInFile, zonesToGeoJson } from './geo-json.ts'
import { limits } from './limits.ts'
import { at, home, ringsAt, stars } from './testing/geometry.ts'
import { type GeoJsonRead, readGeoJson, readGeoJsonText } from './testing/read-all.ts'
import { zonesToKml } from './zones-to-kml.ts'

const square = [
  [0, 0],
  [0.01, 0],
  [0.01, 0.01],
  [0, 0.01],
  [0, 0],
]
const polygon = (coordinates: unknown = [square]) => ({ type: 'Polygon', coordinates })
const feature = (geometry: unknown, properties: object | null = {}) => ({
  type: 'Feature',
  properties,
  geometry,
})
const collection = (...features: unknown[]) => ({ type: 'FeatureCollection', features })

const readZones = (value: unknown): GeoJsonRead => {
  const answer = readGeoJson(value)
  if ('code' in answer) throw new Error(answer.code)
  return answer
}
const findRefusal = (geometry: unknown) =>
  readZones(collection(feature(geometry, { name: 'Yard' }))).refused[0]

describe('zones in GeoJSON', () => {
  test('follow the standard: closed rings, longitude first, outer rings counter-clockwise, holes clockwise', () => {
    const outer = [at(0, 0), at(0.01, 0), at(0.01, 0.01), at(0, 0.01)]
    const hole = [at(0.002, 0.002), at(0.002, 0.004), at(0.004, 0.004)]
    expect(shapeToGeometry({ boundary: 'multipolygon', polygons: [[outer, hole]] })).toEqual({
      type: 'MultiPolygon',
      coordinates: [
        [
          [
            [0.01, 0],
            [0.01, 0.01],
            [0, 0.01],
            [0, 0],
            [0.01, 0],
          ],
          [
            [0.004, 0.004],
            [0.004, 0.002],
            [0.002, 0.002],
            [0.004, 0.004],
          ],
        ],
      ],
    })
  })

  test('continue across the antimeridian in one piece', () => {
    const box: ZoneShape = { boundary: 'rectangle', start: at(1, 179.9), end: at(0, -179.9) }
    expect(shapeToGeometry(box)).toEqual({
      type: 'Polygon',
      coordinates: [
        [
          [179.9, 0],
          [180.1, 0],
          [180.1, 1],
          [179.9, 1],
          [179.9, 0],
        ],
      ].map(ring => ring.map(([lng, lat]) => [expect.closeTo(lng ?? 0, 9), lat])),
    })
  })

  test('approximate a circle by corners that lie on it', () => {
    const circle = { boundary: 'circle', start: at(60, 179.999), end: at(60.002, -179.999) } as const
    const centre = at(60.001, 180)
    const radius = distanceMeters(circle.start, circle.end) / 2
    for (const corner of toOutline(circle)) expect(distanceMeters(centre, corner)).toBeCloseTo(radius, 3)
    expect(areaM2({ boundary: 'polygon', points: toOutline(circle) }) / areaM2(circle)).toBeCloseTo(1, 2)
  })

  test('survive a round trip, boxes and circles included', () => {
    const shape = fc.oneof(
      fc.tuple(stars, home).map(([list, place]): ZoneShape => {
        const polygons = list.map(it => ringsAt(it, place))
        const [[outer = [], ...holes] = [], ...others] = polygons
        return holes.length === 0 && others.length === 0
          ? { boundary: 'polygon', points: outer }
          : { boundary: 'multipolygon', polygons }
      }),
      fc.tuple(fc.constantFrom('rectangle' as const, 'circle' as const), home).map(
        ([boundary, place]): ZoneShape => ({
          boundary,
          start: at(place.lat + 0.001, place.lng),
          end: at(place.lat, place.lng > 0 ? place.lng - 0.01 : place.lng + 0.01),
        }),
      ),
    )
    fc.assert(
      fc.property(fc.array(shape, { minLength: 1, maxLength: 4 }), shapes => {
        const zones = shapes.map((it, n): ZoneInFile => ({ name: `Zone ${n}`, description: null, shape: it }))
        const text = JSON.stringify(zonesToGeoJson(zones))
        const readBack = readGeoJsonText(text)
        if ('code' in readBack) throw new Error(readBack.code)
        expect(readBack.refused).toEqual([])
        expect(readBack.zones.map(({ name, shape: { boundary } }) => [name, boundary])).toEqual(
          zones.map(({ name, shape: { boundary } }) => [name, boundary]),
        )
        readBack.zones.forEach((zone, n) => {
          const original = shapes[n]
          if (original?.boundary === 'rectangle' || original?.boundary === 'circle')
            expect(zone.shape).toEqual(original)
          // The round trip may change the direction of rings, so both shapes are compared as geometries. Their longitudes may
          // differ in the last digits.
          const [originalNumbers, readNumbers] = [original, zone.shape].map(
            it => it && (shapeToGeometry(it).coordinates.flat(3) as number[]),
          )
          readNumbers?.forEach((value, i) => {
            const difference = Math.abs(value - (originalNumbers?.[i] ?? Number.NaN))
            expect(Math.min(difference, Math.abs(difference - 360))).toBeLessThan(1e-12)
          })
          expect(readNumbers?.length).toBe(originalNumbers?.length)
        })
      }),
    )
  })

  test('are read from a collection, a feature or a bare geometry, with their names', () => {
    const shape = { boundary: 'polygon', points: [at(0, 0), at(0, 0.01), at(0.01, 0.01), at(0.01, 0)] }
    expect(readZones(polygon()).zones).toEqual([{ index: 0, name: '', description: null, shape, notes: [] }])
    expect(readZones(feature(polygon(), { name: ' Yard ', description: 'North' })).zones).toEqual([
      { index: 0, name: 'Yard', description: 'North', shape, notes: [] },
    ])
    const mixedRead = readZones(
      collection(feature({ type: 'Point', coordinates: [0, 0] }), feature(polygon())),
    )
    expect(mixedRead.zones.map(({ index }) => index)).toEqual([1])
    expect(mixedRead.refused).toMatchObject([{ index: 0, code: 'not_a_polygon' }])
    // The third number of a position is its altitude.
    expect(readZones(polygon([square.map(([x, y]) => [x, y, 210])])).zones).toMatchObject([{ shape }])
  })
})

describe('import repairs common defects in rings and reports them', () => {
  const [a = [], b = [], c = [], d = []] = square
  const shape = { boundary: 'polygon', points: [at(0, 0), at(0, 0.01), at(0.01, 0.01), at(0.01, 0)] }
  test.each([
    ['a point after itself', [a, b, b, c, d, a], ['1 duplicate point removed']],
    ['by less than can be told', [a, b, [0.01, 1e-12], c, d, a], ['1 duplicate point removed']],
    ['the closing point too', [a, a, b, c, c, d, a, a], ['3 duplicate points removed']],
    ['an open ring', [a, b, c, d], ['1 open ring closed']],
    ['both', [a, b, b, c, d], ['1 duplicate point removed', '1 open ring closed']],
    ['nothing', [a, b, c, d, a], []],
  ])('%s', (_, ring, notes) => {
    expect(readZones(polygon([ring])).zones).toMatchObject([{ shape, notes }])
  })

  test('180 and -180 are the same longitude, and repairs are counted over all rings', () => {
    const crossingRing = [
      [179.99, 0],
      [180, 0],
      [-180, 0],
      [-179.99, 0],
      [-179.99, 0.02],
      [179.99, 0.02],
    ]
    const hole = [
      [179.995, 0.005],
      [-179.995, 0.01],
      [179.995, 0.01],
    ]
    expect(readZones(polygon([crossingRing, hole])).zones).toMatchObject([
      { notes: ['1 duplicate point removed', '2 open rings closed'] },
    ])
  })

  test('a point that recurs later is not a repetition, because the outline touches itself there', () => {
    expect(findRefusal(polygon([[a, b, c, a, d, a]]))).toMatchObject({ code: 'duplicate_point' })
  })
})

describe('import rejects a feature with a reason', () => {
  test.each([
    [{ type: 'Point', coordinates: [0, 0] }, 'not_a_polygon'],
    [{ type: 'LineString', coordinates: square }, 'not_a_polygon'],
    [{ type: 'GeometryCollection', geometries: [polygon()] }, 'not_a_polygon'],
    [{ type: ['Polygon'], coordinates: [square] }, 'not_a_polygon'],
    [null, 'empty'],
    [polygon([]), 'empty'],
    [polygon([[]]), 'empty'],
    [polygon(null), 'empty'],
    [polygon({ length: 3 }), 'empty'],
    [{ type: 'MultiPolygon', coordinates: [] }, 'empty'],
    [{ type: 'MultiPolygon', coordinates: [[]] }, 'empty'],
    [polygon([square.slice(0, 2)]), 'too_few_points'],
    [polygon([[...square.slice(0, 4), [Number.NaN, 0]]]), 'not_a_number'],
    [polygon([[...square.slice(0, 4), ['0', '0']]]), 'not_a_number'],
    [polygon([square.map(position => [position])]), 'not_a_number'],
    [polygon([[[0, 100], ...square]]), 'coordinates_swapped'],
    [polygon([[[400, 0], ...square]]), 'out_of_range'],
    [polygon([[[100, 100], ...square]]), 'out_of_range'],
    [
      polygon([
        [
          [0, 0],
          [0.01, 0.01],
          [0.01, 0],
          [0, 0.01],
          [0, 0],
        ],
      ]),
      'crosses_itself',
    ],
    [
      polygon([
        [
          [0, 0],
          [1, 1],
          [0, 0],
        ],
      ]),
      'too_few_points',
    ],
    [
      polygon([Array.from({ length: limits.zoneMaxVertices + 1 }, (_, n) => [0, n / 1e4])]),
      'too_many_points',
    ],
  ])('%#: %j', (geometry, code) => {
    expect(findRefusal(geometry)).toMatchObject({ index: 0, name: 'Yard', code })
  })

  test('the reason comes with the position, if there is one', () => {
    expect(findRefusal(polygon([[[10, 100], ...square]]))).toMatchObject({ at: at(10, 100) })
    expect(findRefusal(polygon([[...square.slice(0, 2), square[0]]]))).toMatchObject({ at: at(0, 0) })
  })

  test('a feature that claims to be a circle is rejected, too', () => {
    const properties = { boundary: 'circle', start: '0,0', end: '50,50' }
    expect(readZones(feature(polygon(), properties)).refused).toMatchObject([{ code: 'too_large' }])
    // If the corners cannot be parsed, the drawn polygon is used.
    const malformedProperties = { boundary: 'circle', start: '0,0,0', end: ',' }
    expect(readZones(feature(polygon(), malformedProperties)).zones).toMatchObject([
      { shape: { boundary: 'polygon' } },
    ])
  })
})

test('an invalid file is rejected as a whole, whatever it contains', () => {
  for (const value of [
    null,
    7,
    [],
    {},
    { type: 'Topology' },
    { type: 'FeatureCollection' },
    { features: [] },
  ]) {
    const answer = readGeoJson(value)
    const refusalCode = 'code' in answer ? answer.code : answer.refused[0]?.code
    expect(['not_geo_json', 'not_a_polygon']).toContain(refusalCode)
  }
  expect(readGeoJsonText('{')).toMatchObject({ code: 'not_json' })
  expect(readGeoJsonText('['.repeat(100_000))).toMatchObject({ code: 'not_json' })
  const deeplyNested = `{"type":"Polygon","coordinates":${'['.repeat(5_000)}${']'.repeat(5_000)}}`
  expect(readGeoJsonText(deeplyNested)).toMatchObject({ refused: [{ code: 'not_a_number' }] })
  expect(readGeoJsonText(' '.repeat(limits.importMaxBytes + 1))).toMatchObject({ code: 'too_large_file' })
  const tooManyFeatures = Array.from({ length: limits.importMaxFeatures + 1 }, () => feature(polygon()))
  expect(readGeoJson(collection(...tooManyFeatures))).toMatchObject({ code: 'too_many_features' })
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), value => {
      for (const it of [value, collection(value), feature(value), polygon(value)]) readGeoJson(it)
    }),
  )
})

describe('zones in KML', () => {
  const shape: ZoneShape = {
    boundary: 'multipolygon',
    polygons: [
      [
        [at(0, 0), at(0, 1), at(1, 1)],
        [at(0.2, 0.4), at(0.4, 0.6), at(0.2, 0.6)],
      ],
      [[at(5, 5), at(5, 6), at(6, 6)]],
    ],
  }

  test('contain polygons with holes, several of them in a collection', () => {
    const kml = zonesToKml([{ name: 'Yard', description: null, shape }], 'Muster')
    expect(kml).toContain('<kml xmlns="http://www.opengis.net/kml/2.2">')
    expect(kml.match(/<Polygon>/g)).toHaveLength(2)
    expect(kml).toContain(
      '<MultiGeometry>\n<Polygon><outerBoundaryIs><LinearRing><coordinates>0,0 1,0 1,1 0,0</coordinates></LinearRing></outerBoundaryIs><innerBoundaryIs>',
    )
    expect(kml).not.toContain('<description>')
  })

  test('preserve boxes and circles', () => {
    const circle: ZoneShape = { boundary: 'circle', start: at(0, 0), end: at(0.1, 0.1) }
    const kml = zonesToKml([{ name: 'Ring', description: 'Round', shape: circle }], 'Muster')
    expect(kml).toContain('<ExtendedData><Data name="boundary"><value>circle</value></Data>')
    expect(kml).toContain('<Data name="end"><value>0.1,0.1</value></Data>')
  })

  test('have their texts escaped', () => {
    const name = `</name><x a="1" b='2'>&amp;\u0000\u0008\ud800]]>\uffff é`
    const kml = zonesToKml([{ name, description: name, shape }], name)
    const escapedName = '&lt;/name&gt;&lt;x a=&quot;1&quot; b=&apos;2&apos;&gt;&amp;amp;\ufffd]]&gt; é'
    expect(kml.split(escapedName)).toHaveLength(4)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that must not be there
    expect(kml).not.toMatch(/[\u0000-\u0008]/)
  })
})
