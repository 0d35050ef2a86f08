import { i18n } from '@lingui/core'
import { midpoint } from '@muster/domain/geo/centre.ts'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import { coordinateMessage, type NumberField, toFieldNumber } from '@muster/domain/zone-form.ts'

export type Coordinate = LatLng & { readonly key: number }

/** The points of a ring while it is edited. At most one of them is open for editing. */
export type CoordinateList = {
  readonly points: readonly Coordinate[]
  readonly editing: { readonly key: number; readonly lat: NumberField; readonly lng: NumberField } | null
}

export const emptyList: CoordinateList = { points: [], editing: null }

const nextKey = (points: readonly Coordinate[]) => Math.max(0, ...points.map(({ key }) => key)) + 1

export const toCoordinateList = (points: readonly LatLng[]): CoordinateList => ({
  points: points.map(({ lat, lng }, n) => ({ key: n + 1, lat, lng })),
  editing: null,
})

export const toPoints = ({ points }: CoordinateList): LatLng[] => points.map(({ lat, lng }) => ({ lat, lng }))

export const addPoint = (list: CoordinateList, { lat, lng }: LatLng): CoordinateList => ({
  ...list,
  points: [...list.points, { key: nextKey(list.points), lat, lng }],
})

/** Inserts a point halfway between this one and the next, and opens it for editing. After the last point, the next is the first. */
export function insertAfter(list: CoordinateList, key: number): CoordinateList {
  const index = list.points.findIndex(point => point.key === key)
  const [point, nextPoint] = [list.points[index], list.points[(index + 1) % list.points.length]]
  if (!point || !nextPoint || point === nextPoint) return list
  const { lat, lng } = midpoint(point, nextPoint)
  const newPoint = { key: nextKey(list.points), lat: roundDegrees(lat), lng: roundDegrees(lng) }
  return { points: list.points.toSpliced(index + 1, 0, newPoint), editing: newPoint }
}

/** Rounds to less than a millimetre, so that the value is readable in a field. */
const roundDegrees = (degrees: number) => Math.round(degrees * 1e9) / 1e9

export const removePoint = ({ points, editing }: CoordinateList, key: number): CoordinateList => ({
  points: points.filter(point => point.key !== key),
  editing: editing?.key === key ? null : editing,
})

/** Moves a point up (-1) or down (1) by swapping it with its neighbour. At either end nothing changes. */
export function movePoint(list: CoordinateList, key: number, offset: -1 | 1): CoordinateList {
  const index = list.points.findIndex(point => point.key === key)
  const [point, neighbour] = [list.points[index], list.points[index + offset]]
  if (!point || !neighbour) return list
  return { ...list, points: list.points.with(index, neighbour).with(index + offset, point) }
}

export function beginEdit(list: CoordinateList, key: number): CoordinateList {
  const point = list.points.find(it => it.key === key)
  return point ? { ...list, editing: { key, lat: point.lat, lng: point.lng } } : list
}

export const cancelEdit = (list: CoordinateList): CoordinateList => ({ ...list, editing: null })

/** Saves the typed values, or returns the problem with them. */
export function saveEdit(list: CoordinateList): CoordinateList | { message: string } {
  const { points, editing } = list
  if (!editing) return list
  const message = coordinateMessage(editing.lat, editing.lng)
  if (message) return { message: i18n._(message) }
  const { key, lat, lng } = editing
  const savedPoint = { key, lat: toFieldNumber(lat), lng: toFieldNumber(lng) }
  return { points: points.map(point => (point.key === key ? savedPoint : point)), editing: null }
}
