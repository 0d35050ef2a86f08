import { expect, test } from 'vitest'
import { whenKnown } from './when-known.ts'

test('a value is passed on synchronously, even undefined', () => {
  expect(whenKnown(2, it => it * 10)).toBe(20)
  expect(whenKnown<number | null, string>(null, it => String(it))).toBe('null')
})

test('a promise is awaited, and its failure passed on', async () => {
  const laterResult = whenKnown(Promise.resolve(2), it => it * 10)
  expect(laterResult).toBeInstanceOf(Promise)
  expect(await laterResult).toBe(20)
  await expect(whenKnown(Promise.reject(new Error('away')), () => 1)).rejects.toThrow('away')
})
