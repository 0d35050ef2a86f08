import type { LatLng } from './lat-lng.ts'

/** The corners of one closed line, in either direction. The last may or may not repeat the first. */
export type RingPoints = readonly LatLng[]

/** A polygon as in GeoJSON: the outer ring first, then the rings of its holes. */
export type PolygonRings = readonly RingPoints[]

/** The box between two opposite corners, in any order. */
export type RectangleShape = { boundary: 'rectangle'; start: LatLng; end: LatLng }

/** The circle through both points, centred between them. */
export type CircleShape = { boundary: 'circle'; start: LatLng; end: LatLng }

/** One ring without holes. */
export type PolygonShape = { boundary: 'polygon'; points: RingPoints }

/** A MultiPolygon as in GeoJSON: one or more polygons that do not overlap, each with or without holes. */
export type MultiPolygonShape = { boundary: 'multipolygon'; polygons: readonly PolygonRings[] }

/** A shape that a single list of points can describe. */
export type SimpleZoneShape = RectangleShape | CircleShape | PolygonShape

/** WGS 84 degrees, drawn as tested. Sides are straight in them, the short way round; no shape may surround a pole. */
export type ZoneShape = SimpleZoneShape | MultiPolygonShape

/** Returns the polygons of a shape. A plain polygon is one polygon without holes. */
export function toPolygons(shape: PolygonShape | MultiPolygonShape): readonly PolygonRings[] {
  return shape.boundary === 'polygon' ? [[shape.points]] : shape.polygons
}
