import { i18n } from '@lingui/core'
import { expect, it } from 'vitest'
import { deliveryPausesS, webhookAddressProblem } from './webhook.ts'

const findProblem = (...address: Parameters<typeof webhookAddressProblem>) => {
  const message = webhookAddressProblem(...address)
  return message && i18n._(message)
}

it('a URL uses https and contains no password', () => {
  expect(webhookAddressProblem('https://example.org/muster?key=1')).toBeUndefined()
  expect(findProblem('example.org')).toMatch('such as')
  expect(findProblem('http://example.org')).toMatch('https')
  expect(findProblem('https://exa\nmple.org')).toMatch('such as')
  expect(findProblem('https://\u202eexample.org')).toMatch('such as')
  expect(findProblem('https://me:secret@example.org')).toMatch('password')
})

it('http is only allowed by the option, and no other scheme ever is', () => {
  expect(webhookAddressProblem('http://localhost:8080', true)).toBeUndefined()
  expect(findProblem('file:///etc/passwd', true)).toMatch('https')
})

it('the attempts of a delivery continue for a day', () => {
  const seconds = deliveryPausesS.reduce<number>((sum, pause) => sum + pause, 0)
  expect(seconds).toBeGreaterThan(24 * 3_600)
  expect(seconds).toBeLessThan(25 * 3_600)
})
