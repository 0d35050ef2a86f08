import { expect, test } from 'vitest'
import { mapInSlices } from './in-slices.ts'

test('other work gets its turn between slices, however many lists are processed', async () => {
  const items: string[] = []
  const runLong = (who: string) =>
    mapInSlices([1, 2, 3, 4], 2, item => {
      items.push(`${who}${item}`)
      return item * 2
    })
  const runs = [runLong('a'), runLong('b')]
  let tickCount = 0
  const countTicks = () => {
    items.push('-')
    if (++tickCount < 8) setImmediate(countTicks)
  }
  setImmediate(countTicks)
  expect(await Promise.all(runs)).toEqual([
    [2, 4, 6, 8],
    [2, 4, 6, 8],
  ])
  expect(items.join(' ')).toMatch(/^(- )?a1 a2 (- )+b1 b2 (- )+a3 a4 (- )+b3 b4/)
})

test('a short list needs no pause, and an error reaches the caller', async () => {
  expect(await mapInSlices([1], 2, item => item)).toEqual([1])
  const failingRun = mapInSlices([1, 2, 3], 1, item => {
    if (item === 2) throw new Error('two')
    return item
  })
  await expect(failingRun).rejects.toThrow('two')
  expect(await mapInSlices([1, 2], 1, item => item)).toEqual([1, 2])
})
