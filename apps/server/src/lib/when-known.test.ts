import { expect, test } from 'vitest'
import { whenKnown } from './when-known.ts'

test('goes on at once with a value, also with one that is nothing', () => {
  expect(whenKnown(2, it => it * 10)).toBe(20)
  expect(whenKnown<number | null, string>(null, it => String(it))).toBe('null')
})

test('waits for a promise, and hands on its failure', async () => {
  const later = whenKnown(Promise.resolve(2), it => it * 10)
  expect(later).toBeInstanceOf(Promise)
  expect(await later).toBe(20)
  await expect(whenKnown(Promise.reject(new Error('away')), () => 1)).rejects.toThrow('away')
})
