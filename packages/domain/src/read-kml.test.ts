import { describe, expect, test } from 'vitest'
import type { ZoneInFile } from './geo-json.ts'
import { limits } from './limits.ts'
import { openKmlText } from './read-kml.ts'
import { at, ringsAt } from './testing/geometry.ts'
import { type GeoJsonRead, readAll } from './testing/read-all.ts'
import { zonesToKml } from './zones-to-kml.ts'

const toKml = (inner: string) =>
  `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${inner}</Document></kml>`
const toRing = (text: string) => `<LinearRing><coordinates>${text}</coordinates></LinearRing>`
const square = '77,28,0 77.01,28,0 77.01,28.01,0 77,28.01,0 77,28,0'
const toPlacemark = (text = square, name = 'Yard') =>
  `<Placemark><name>${name}</name><Polygon><outerBoundaryIs>${toRing(text)}</outerBoundaryIs></Polygon></Placemark>`

const readZones = (text: string): GeoJsonRead => {
  const answer = readAll(openKmlText(text))
  if ('code' in answer) throw new Error(answer.code)
  return answer
}
const readRefusal = (text: string) => {
  const answer = readAll(openKmlText(text))
  return 'code' in answer ? answer.code : answer.refused.map(it => it.code).join()
}

describe('zones in KML', () => {
  test.each([
    ['as the root of the file', toPlacemark()],
    ['directly below the root', `<kml>${toPlacemark()}</kml>`],
  ])('are read from a placemark %s', (_where, text) => {
    expect(readZones(text).zones.map(({ name }) => name)).toEqual(['Yard'])
  })

  test('are unchanged after export and import: holes, parts, boxes, circles, and any text', () => {
    const [outer = [], hole = []] = ringsAt(
      { north: 0, east: 0, reach: [0.004, 0.006, 0.005], holes: [0.5] },
      at(28, 77),
    )
    const zones: ZoneInFile[] = [
      { name: 'A <b> & "c"', description: 'Line\nbreak ]]>', shape: { boundary: 'polygon', points: outer } },
      {
        name: 'Parts',
        description: null,
        shape: {
          boundary: 'multipolygon',
          polygons: [[outer, hole], [[at(29, 77), at(29, 77.1), at(29.1, 77)]]],
        },
      },
      {
        name: 'Box',
        description: null,
        shape: { boundary: 'rectangle', start: at(28, 77), end: at(28.1, 77.1) },
      },
      {
        name: 'Round',
        description: null,
        shape: { boundary: 'circle', start: at(28, 77), end: at(28.1, 77.1) },
      },
    ]
    const readBack = readZones(zonesToKml(zones, 'All'))
    expect(readBack.refused).toEqual([])
    expect(readBack.zones.map(({ name, description }) => ({ name, description }))).toEqual(
      zones.map(({ name, description }) => ({ name, description })),
    )
    expect(readBack.zones.map(it => it.shape.boundary)).toEqual([
      'polygon',
      'multipolygon',
      'rectangle',
      'circle',
    ])
    expect(readBack.zones[2]?.shape).toEqual(zones[2]?.shape)
    expect(readBack.zones[3]?.shape).toEqual(zones[3]?.shape)
  })

  test('are found in folders, with prefixes, comments and CDATA, whatever else the file contains', () => {
    const text = toKml(
      `<!-- a comment with < and > --><Style id="a>b"/><Folder><name>F</name>
       <k:Placemark xmlns:k="x"><k:name><![CDATA[Pier & <4>]]></k:name><k:Polygon><k:innerBoundaryIs>${toRing(
         '77.002,28.002 77.004,28.002 77.004,28.004 77.002,28.002',
       )}</k:innerBoundaryIs><k:outerBoundaryIs>${toRing(square)}</k:outerBoundaryIs></k:Polygon></k:Placemark></Folder>`,
    )
    const { zones } = readZones(text)
    expect(zones).toMatchObject([{ name: 'Pier & <4>', shape: { boundary: 'multipolygon' } }])
    const [zone] = zones
    expect(zone?.shape.boundary === 'multipolygon' && zone.shape.polygons[0]?.[0]?.[1]).toEqual({
      lat: 28,
      lng: 77.01,
    })
  })

  test('are rejected individually, each with its reason', () => {
    const { zones, refused } = readZones(
      toKml(
        [
          toPlacemark(),
          toPlacemark('77,28 77.01,28', 'Line'),
          toPlacemark('28.6,177.2 28.7,177.2 28.7,177.3 28.6,177.2', 'Swapped'),
          toPlacemark('77,28 x,28 77.01,28.01 77,28', 'Words'),
          toPlacemark('77,28 NaN,28 77.01,28.01 77,28', 'NaN'),
          '<Placemark><name>Dot</name><Point><coordinates>77,28</coordinates></Point></Placemark>',
          '<Placemark><name>Nothing</name></Placemark>',
        ].join(''),
      ),
    )
    expect(zones.map(it => it.name)).toEqual(['Yard'])
    expect(refused.map(({ index, name, code }) => [index, name, code])).toEqual([
      [1, 'Line', 'too_few_points'],
      [2, 'Swapped', 'coordinates_swapped'],
      [3, 'Words', 'not_a_number'],
      [4, 'NaN', 'not_a_number'],
      [5, 'Dot', 'not_a_polygon'],
      [6, 'Nothing', 'empty'],
    ])
  })
})

describe('an invalid file', () => {
  const bomb = `<!DOCTYPE kml [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${toKml(toPlacemark(square, '&b;'))}`
  test.each([
    ['entities', bomb, 'has_entities'],
    ['an external entity', `<!DOCTYPE kml SYSTEM "file:///etc/passwd">${toKml('')}`, 'has_entities'],
    ['no XML', 'PK\u0003\u0004', 'not_xml'],
    ['an end that does not fit', '<kml><a></b></kml>', 'not_xml'],
    ['no end', '<kml><Document>', 'not_xml'],
    ['a tag that never ends', `<kml ${'a="'.repeat(3)}`, 'not_xml'],
    ['two roots', '<kml/><kml/>', 'not_xml'],
    ['other XML', '<gpx><Placemark/></gpx>', 'not_kml'],
    ['ten thousand elements in one another', '<kml>'.repeat(10_000), 'too_deep'],
    ['more than 10 MB', ' '.repeat(limits.importMaxBytes + 1), 'too_large_file'],
    [
      'more zones than a file can hold',
      toKml('<Placemark/>'.repeat(limits.importMaxFeatures + 1)),
      'too_many_features',
    ],
  ])('%s', (_, text, code) => {
    expect(readRefusal(text)).toBe(code)
  })

  test('an undeclared entity is left as written', () => {
    expect(readZones(toKml(toPlacemark(square, '&b; &#65;&#x42; &amp;lt;'))).zones[0]?.name).toBe(
      '&b; AB &lt;',
    )
  })

  test('ten megabytes of arbitrary text are rejected', () => {
    const hostileInputs = ['<kml a=', '<!--', '<![CDATA[', '&#', '<a b="', 'x', 'x='].map(it =>
      it.repeat(1_000_000).slice(0, 2_000_000),
    )
    // A parser with quadratic running time would exceed the time limit of a test.
    for (const text of hostileInputs)
      for (const from of ['<kml>', '<kml ', '<kml a="'])
        expect(readRefusal(`${from}${text}>`)).toBe('not_xml')
  })
})
