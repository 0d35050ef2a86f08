import { expect, test } from 'vitest'
import { bearerToken } from './bearer-token.ts'

test('the token of a header is found, however the scheme is written', () => {
  expect(bearerToken('Bearer abc')).toBe('abc')
  expect(bearerToken('bearer a.b-c')).toBe('a.b-c')
  expect(bearerToken(`Bearer ${'x'.repeat(512)}`)).toHaveLength(512)
})

test.each([undefined, '', 'Bearer', 'Bearer ', 'Basic abc', 'Bearer a b', `Bearer ${'x'.repeat(513)}`])(
  '%s contains none',
  header => expect(bearerToken(header)).toBeUndefined(),
)
