import { expect, it, vi } from 'vitest'
import { createPageRequest } from './page-request.ts'

const checkRequest = createPageRequest()

it('a requested check runs once', () => {
  const listener = vi.fn()
  const unsubscribe = checkRequest.subscribe(listener)
  checkRequest.make(0)
  expect(listener).toHaveBeenCalledTimes(1)
  expect(checkRequest.take(60_000)).toBe(true)
  expect(checkRequest.take(60_000)).toBe(false)
  unsubscribe()
})

it('a requested check expires after a minute', () => {
  checkRequest.make(0)
  expect(checkRequest.take(60_001)).toBe(false)
})
