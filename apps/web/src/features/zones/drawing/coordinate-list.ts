import { midpoint } from '@muster/domain/geo/centre.ts'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import { coordinateMessage, fieldNumber, type NumberField } from '@muster/domain/zone-form.ts'

export type Coordinate = LatLng & { readonly key: number }

/** The points of a ring while somebody works on them. At most one of them is open for editing. */
export type CoordinateList = {
  readonly points: readonly Coordinate[]
  readonly editing: { readonly key: number; readonly lat: NumberField; readonly lng: NumberField } | null
}

export const emptyList: CoordinateList = { points: [], editing: null }

const nextKey = (points: readonly Coordinate[]) => Math.max(0, ...points.map(({ key }) => key)) + 1

export const listOf = (points: readonly LatLng[]): CoordinateList => ({
  points: points.map(({ lat, lng }, n) => ({ key: n + 1, lat, lng })),
  editing: null,
})

export const pointsOf = ({ points }: CoordinateList): LatLng[] => points.map(({ lat, lng }) => ({ lat, lng }))

export const addPoint = (list: CoordinateList, { lat, lng }: LatLng): CoordinateList => ({
  ...list,
  points: [...list.points, { key: nextKey(list.points), lat, lng }],
})

/** A point halfway from this one to the next, open for editing; after the last one, halfway back to the first. */
export function insertAfter(list: CoordinateList, key: number): CoordinateList {
  const at = list.points.findIndex(point => point.key === key)
  const [point, next] = [list.points[at], list.points[(at + 1) % list.points.length]]
  if (!point || !next || point === next) return list
  const { lat, lng } = midpoint(point, next)
  const inserted = { key: nextKey(list.points), lat: readable(lat), lng: readable(lng) }
  return { points: list.points.toSpliced(at + 1, 0, inserted), editing: inserted }
}

/** Less than a millimetre is left out: it shows in a field. */
const readable = (degrees: number) => Math.round(degrees * 1e9) / 1e9

export const removePoint = ({ points, editing }: CoordinateList, key: number): CoordinateList => ({
  points: points.filter(point => point.key !== key),
  editing: editing?.key === key ? null : editing,
})

/** One place up (-1) or down (1); the order is renumbered by it. At either end nothing moves. */
export function movePoint(list: CoordinateList, key: number, by: -1 | 1): CoordinateList {
  const from = list.points.findIndex(point => point.key === key)
  const [point, other] = [list.points[from], list.points[from + by]]
  if (!point || !other) return list
  return { ...list, points: list.points.with(from, other).with(from + by, point) }
}

/** Opens a point; another one that was open is closed as it was. */
export function beginEdit(list: CoordinateList, key: number): CoordinateList {
  const point = list.points.find(it => it.key === key)
  return point ? { ...list, editing: { key, lat: point.lat, lng: point.lng } } : list
}

export const cancelEdit = (list: CoordinateList): CoordinateList => ({ ...list, editing: null })

/** Takes what was typed, or says what is wrong with it. */
export function saveEdit(list: CoordinateList): CoordinateList | { message: string } {
  const { points, editing } = list
  if (!editing) return list
  const message = coordinateMessage(editing.lat, editing.lng)
  if (message) return { message }
  const { key, lat, lng } = editing
  const saved = { key, lat: fieldNumber(lat), lng: fieldNumber(lng) }
  return { points: points.map(point => (point.key === key ? saved : point)), editing: null }
}
