import { expect, it } from 'vitest'
import { deliveryPauses, webhookAddressProblem } from './webhook.ts'

it('an address uses https and contains no password', () => {
  expect(webhookAddressProblem('https://example.org/muster?key=1')).toBeUndefined()
  expect(webhookAddressProblem('example.org')).toMatch('such as')
  expect(webhookAddressProblem('http://example.org')).toMatch('https')
  expect(webhookAddressProblem('https://exa\nmple.org')).toMatch('such as')
  expect(webhookAddressProblem('https://\u202eexample.org')).toMatch('such as')
  expect(webhookAddressProblem('https://me:secret@example.org')).toMatch('password')
})

it('http is allowed only by the option, and no other scheme ever', () => {
  expect(webhookAddressProblem('http://localhost:8080', true)).toBeUndefined()
  expect(webhookAddressProblem('file:///etc/passwd', true)).toMatch('https')
})

it('the attempts of a delivery continue for a day', () => {
  const seconds = deliveryPauses.reduce<number>((sum, pause) => sum + pause, 0)
  expect(seconds).toBeGreaterThan(24 * 3_600)
  expect(seconds).toBeLessThan(25 * 3_600)
})
