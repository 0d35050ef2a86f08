import { expect, test } from 'vitest'
import { parseBearerToken } from './bearer-token.ts'

test('the token of a header is found, however the scheme is written', () => {
  expect(parseBearerToken('Bearer abc')).toBe('abc')
  expect(parseBearerToken('bearer a.b-c')).toBe('a.b-c')
  expect(parseBearerToken(`Bearer ${'x'.repeat(512)}`)).toHaveLength(512)
})

test.each([undefined, '', 'Bearer', 'Bearer ', 'Basic abc', 'Bearer a b', `Bearer ${'x'.repeat(513)}`])(
  '%s contains none',
  header => expect(parseBearerToken(header)).toBeUndefined(),
)
