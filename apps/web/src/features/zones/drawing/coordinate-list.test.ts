import { expect, it } from 'vitest'
import {
  addPoint,
  beginEdit,
  cancelEdit,
  insertAfter,
  movePoint,
  removePoint,
  saveEdit,
  toCoordinateList,
  toPoints,
} from './coordinate-list.ts'

const [a, b, c] = [
  { lat: 1, lng: 10 },
  { lat: 2, lng: 20 },
  { lat: 3, lng: 30 },
]
const list = toCoordinateList([a, b, c])
const keyAt = (lat: number) => list.points.find(point => point.lat === lat)?.key ?? 0

it('reordering renumbers the points, and does nothing at either end', () => {
  expect(toPoints(movePoint(list, keyAt(3), -1))).toEqual([a, c, b])
  expect(toPoints(movePoint(list, keyAt(1), 1))).toEqual([b, a, c])
  expect(movePoint(list, keyAt(1), -1)).toBe(list)
  expect(movePoint(list, keyAt(3), 1)).toBe(list)
})

it('an added point has its own key', () => {
  const shorterList = removePoint(list, keyAt(2))
  const longerList = addPoint(addPoint(shorterList, b), b)
  expect(toPoints(longerList)).toEqual([a, c, b, b])
  expect(new Set(longerList.points.map(({ key }) => key)).size).toBe(4)
})

it('a point is inserted halfway to the next one and opened; after the last one, halfway back to the first', () => {
  const listWithInserted = insertAfter(list, keyAt(1))
  expect(toPoints(listWithInserted)).toEqual([a, { lat: 1.5, lng: 15 }, b, c])
  expect(listWithInserted.editing).toMatchObject({ lat: 1.5, lng: 15 })
  expect(toPoints(insertAfter(list, keyAt(3)))).toEqual([a, b, c, { lat: 2, lng: 20 }])
  expect(insertAfter(toCoordinateList([a]), 1)).toEqual(toCoordinateList([a]))
})

it('one point is open at a time, and is saved or cancelled', () => {
  const openedList = beginEdit(beginEdit(list, keyAt(1)), keyAt(2))
  expect(openedList.editing).toEqual({ key: keyAt(2), ...b })
  const typedList = { ...openedList, editing: { key: keyAt(2), lat: ' 2.5', lng: 20 } }
  const savedList = saveEdit(typedList)
  expect('points' in savedList && toPoints(savedList)).toEqual([a, { lat: 2.5, lng: 20 }, c])
  expect(toPoints(cancelEdit(typedList))).toEqual([a, b, c])
  expect(removePoint(openedList, keyAt(2)).editing).toBeNull()
})

it.each([
  ['', 20, 'Please enter valid coordinates'],
  ['x', 20, 'Please enter valid coordinates'],
  [90.1, 20, 'Latitude must be between -90 and 90'],
  [2, -180.1, 'Longitude must be between -180 and 180'],
])('%s, %s is not saved', (lat, lng, message) => {
  expect(saveEdit({ ...list, editing: { key: keyAt(2), lat, lng } })).toEqual({ message })
})
