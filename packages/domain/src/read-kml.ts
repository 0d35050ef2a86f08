import { msg } from '@lingui/core/runtime-macro'
import { checkSize, type OpenedFile, openFeatures, type RefusedFile } from './read-geo-json.ts'
import { readXml, XmlProblem, xmlProblems } from './read-xml.ts'

/** The data read so far from one placemark. */
type Placemark = {
  name: string
  description: string
  data: Record<string, string>
  polygons: unknown[][]
  /** The name of a geometry that is not an area, if one was found. */
  other: string | undefined
}

const otherGeometries = new Set(['Point', 'LineString', 'LinearRing', 'Model', 'Track', 'MultiTrack'])

/**
 * KML 2.2 (OGC 07-147r2). Ignores styles and folders. Accepts a placemark without `kml`, because some programs copy that. Never
 * throws.
 */
export function openKmlText(text: string): OpenedFile | RefusedFile {
  const tooLarge = checkSize(text.length)
  if (tooLarge) return tooLarge
  try {
    const features = findPlacemarks(text)
    if (features === undefined) return { code: 'not_kml', message: msg`The file isn’t KML.` }
    return openFeatures(features)
  } catch (error) {
    if (!(error instanceof XmlProblem)) throw error
    return { code: error.code, message: xmlProblems[error.code] }
  }
}

function findPlacemarks(text: string): object[] | undefined {
  const features: object[] = []
  let current: Placemark | undefined
  let dataName = ''
  let isKml = false
  readXml(text, {
    open(path, attributes) {
      const name = path.at(-1)
      isKml ||= name === 'kml' || (name === 'Placemark' && path.length === 1)
      if (name === 'Placemark')
        current = { name: '', description: '', data: {}, polygons: [], other: undefined }
      else if (!current) return
      else if (name === 'Polygon') current.polygons.push([])
      else if (name === 'Data') dataName = attributes.name ?? ''
      else if (name && otherGeometries.has(name) && !path.includes('Polygon')) current.other = name
    },
    close(path, content) {
      const name = path.at(-1)
      if (!current) return
      if (name === 'Placemark') {
        features.push(toFeature(current))
        current = undefined
      } else if (path.at(-2) === 'Placemark' && (name === 'name' || name === 'description'))
        current[name] = content.trim()
      else if (name === 'value' && (dataName === 'boundary' || dataName === 'start' || dataName === 'end'))
        current.data[dataName] = content.trim()
      else if (name === 'coordinates' && path.includes('Polygon')) {
        const rings = current.polygons.at(-1)
        const ring = parsePositions(content)
        // GeoJSON puts the outer ring first, wherever KML has it.
        if (path.includes('outerBoundaryIs')) rings?.unshift(ring)
        else rings?.push(ring)
      }
    },
  })
  return isKml ? features : undefined
}

function toFeature({ name, description, data, polygons, other }: Placemark): object {
  const geometry =
    polygons.length > 0
      ? { type: 'MultiPolygon', coordinates: polygons }
      : other === undefined
        ? null
        : { type: other }
  return { type: 'Feature', properties: { name, description, ...data }, geometry }
}

/** Parses `lng,lat[,alt]` separated by whitespace. Invalid numbers become NaN and are reported by `readFeature`. */
const parsePositions = (text: string): number[][] =>
  text
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .map(position => position.split(',').slice(0, 2).map(parseNumber))

const parseNumber = (text: string) => (text.trim() === '' ? Number.NaN : Number(text))
