import { expect, it } from 'vitest'
import { createSecret, signDelivery } from './sign-delivery.ts'

it('a signature covers the time and the body, as documented', () => {
  // Computed with: printf '1700000000.{"id":"1"}' | openssl dgst -sha256 -hmac whsec_test
  const expected = '11bf4466ea17c3df3fd743af0b435368e16b7a05eb8eced85e8c4670767bdec5'
  expect(signDelivery('{"id":"1"}', ['whsec_test'], 1_700_000_000_999)).toBe(`t=1700000000,v1=${expected}`)
})

it('the signature depends on the body, the time and the secret, and each secret has its own', () => {
  const firstSignature = signDelivery('a', ['x'], 1_000)
  expect(
    new Set([firstSignature, signDelivery('b', ['x'], 1_000), signDelivery('a', ['y'], 1_000)]).size,
  ).toBe(3)
  expect(signDelivery('a', ['x'], 2_000).split('v1=')[1]).not.toBe(firstSignature.split('v1=')[1])
  expect(signDelivery('a', ['x', 'y'], 1_000)).toMatch(/^t=1,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/)
})

it('every new secret is different', () => {
  expect(createSecret()).not.toBe(createSecret())
  expect(createSecret()).toMatch(/^whsec_[\w-]{43}$/)
})
