import { boxAround } from '@muster/domain/geo/box-around.ts'
import { expect, it } from 'vitest'
import { measureShape } from './measure-shape.ts'

const at = (lat: number, lng: number) => ({ lat, lng })

it('a box has a width and a height, in this order', () => {
  const shape = { boundary: 'rectangle', start: at(0.001, 0), end: at(0, 0.002) } as const
  expect(measureShape(shape)).toEqual({ sides: '222 m × 111 m', area: '2.5 ha' })
})

it('a circle has a radius', () => {
  const shape = { boundary: 'circle', ...boxAround(at(0, 0)) } as const
  expect(measureShape(shape).sides).toBe('Radius 157 m')
})

it('a polygon lists its sides if there are only a few', () => {
  const points = [at(0, 0), at(0, 0.001), at(0.001, 0.001), at(0.001, 0)]
  expect(measureShape({ boundary: 'polygon', points }).sides).toBe(
    '4 sides, perimeter 445 m: 111 m, 111 m, 111 m, 111 m',
  )
  const polygonPoints = Array.from({ length: 30 }, (_, n) =>
    at(Math.sin(n / 5) / 1000, Math.cos(n / 5) / 1000),
  )
  expect(measureShape({ boundary: 'polygon', points: polygonPoints }).sides).toMatch(
    /^30 sides, perimeter \d+ m$/,
  )
})
