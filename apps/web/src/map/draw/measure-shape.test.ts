import { boxAround } from '@muster/domain/geo/box-around.ts'
import { expect, it } from 'vitest'
import { measureShape } from './measure-shape.ts'

const toLatLng = (lat: number, lng: number) => ({ lat, lng })

it('a box has a width and a height, in this order', () => {
  const shape = { boundary: 'rectangle', start: toLatLng(0.001, 0), end: toLatLng(0, 0.002) } as const
  expect(measureShape(shape)).toEqual({ sides: '222 m × 111 m', area: '2.5 ha' })
})

it('a circle has a radius', () => {
  const shape = { boundary: 'circle', ...boxAround(toLatLng(0, 0)) } as const
  expect(measureShape(shape).sides).toBe('Radius 157 m')
})

it('a polygon lists its sides if there are only a few', () => {
  const points = [toLatLng(0, 0), toLatLng(0, 0.001), toLatLng(0.001, 0.001), toLatLng(0.001, 0)]
  expect(measureShape({ boundary: 'polygon', points }).sides).toBe(
    '4 sides, perimeter 445 m: 111 m, 111 m, 111 m, 111 m',
  )
  const polygonPoints = Array.from({ length: 30 }, (_, n) =>
    toLatLng(Math.sin(n / 5) / 1000, Math.cos(n / 5) / 1000),
  )
  expect(measureShape({ boundary: 'polygon', points: polygonPoints }).sides).toMatch(
    /^30 sides, perimeter \d+ m$/,
  )
})
