import { expect, it } from 'vitest'
import { createGraticule } from './graticule.ts'

const listLabels = (...box: [south: number, west: number, north: number, east: number]) => {
  const [south, west, north, east] = box
  return createGraticule({ south, west, north, east }).features.flatMap(
    ({ properties }) => properties.text ?? [],
  )
}

it('a street has lines at round fractions of a degree, labelled with matching precision', () => {
  expect(listLabels(28.6299, 77.2168, 28.6338, 77.2222)).toEqual([
    '28.631°N',
    '28.632°N',
    '28.633°N',
    '77.217°E',
    '77.218°E',
    '77.219°E',
    '77.220°E',
    '77.221°E',
  ])
})

it('the graticule continues across the antimeridian', () => {
  expect(listLabels(-1, 179, 1, 181).filter(text => /[EW]$|180|179/.test(String(text)))).toEqual([
    '179.0°E',
    '179.5°E',
    '180.0°W',
    '179.5°W',
  ])
})

it('a view of the whole earth has only a few lines', () => {
  expect(listLabels(-85, -180, 85, 180).length).toBeLessThan(20)
})
