import { expect, it } from 'vitest'
import { supportsPasskeys } from './passkey.ts'

it.each([
  ['https://muster.example.org', true],
  ['http://localhost:4280', true],
  ['http://muster.example.org', false],
  ['https://192.0.2.1', false],
  ['http://127.0.0.1:4280', false],
  ['https://[2001:db8::1]', false],
])('%s: %s', (address, isSupported) => {
  expect(supportsPasskeys(address)).toBe(isSupported)
})
