import { expect, test } from 'vitest'
import { bearerToken } from './bearer-token.ts'

test('a token is read with any spelling of the scheme', () => {
  expect(bearerToken('Bearer abc')).toBe('abc')
  expect(bearerToken('bearer a.b-c')).toBe('a.b-c')
  expect(bearerToken(`Bearer ${'x'.repeat(512)}`)).toHaveLength(512)
})

test.each([undefined, '', 'Bearer', 'Bearer ', 'Basic abc', 'Bearer a b', `Bearer ${'x'.repeat(513)}`])(
  'the header %s contains no token',
  header => expect(bearerToken(header)).toBeUndefined(),
)
