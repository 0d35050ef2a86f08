import { type Position, type ZoneInFile, zoneToFeature } from './geo-json.ts'

/** KML 2.2 (OGC 07-147r2). Boxes and circles keep their corners as extended data for a round trip. Drops what XML 1.0 forbids. */
export function zonesToKml(zones: readonly ZoneInFile[], documentName: string): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<kml xmlns="http://www.opengis.net/kml/2.2">',
    '<Document>',
    `<name>${escapeXml(documentName)}</name>`,
    ...zones.flatMap(toPlacemark),
    '</Document>',
    '</kml>',
    '',
  ].join('\n')
}

function toPlacemark(zone: ZoneInFile): string[] {
  const { properties, geometry } = zoneToFeature(zone)
  const { name, description, ...corners } = properties
  const data = Object.entries(corners).map(
    ([key, value]) => `<Data name="${key}"><value>${escapeXml(value)}</value></Data>`,
  )
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  const polygonXml = polygons.map(toPolygonXml)
  return [
    '<Placemark>',
    `<name>${escapeXml(name)}</name>`,
    ...(description === null ? [] : [`<description>${escapeXml(description)}</description>`]),
    ...(data.length === 0 ? [] : [`<ExtendedData>${data.join('')}</ExtendedData>`]),
    ...(polygonXml.length === 1 ? polygonXml : ['<MultiGeometry>', ...polygonXml, '</MultiGeometry>']),
    '</Placemark>',
  ]
}

function toPolygonXml(rings: readonly Position[][]): string {
  const ringXml = rings.map((ring, n) => {
    const boundaryTag = n === 0 ? 'outerBoundaryIs' : 'innerBoundaryIs'
    const coordinates = ring.map(([lng, lat]) => `${lng},${lat}`).join(' ')
    return `<${boundaryTag}><LinearRing><coordinates>${coordinates}</coordinates></LinearRing></${boundaryTag}>`
  })
  return `<Polygon>${ringXml.join('')}</Polygon>`
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

function escapeXml(text: string): string {
  const characters = Array.from(text.toWellFormed()).filter(isXmlCharacter).join('')
  return characters.replace(/[&<>"']/g, character => entities[character] ?? '')
}

/** Returns true for characters allowed by XML 1.0, section 2.2. */
function isXmlCharacter(character: string): boolean {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x20) return code === 0x9 || code === 0xa || code === 0xd
  return code !== 0xfffe && code !== 0xffff
}
