import { expect, it, vi } from 'vitest'
import { checkWish } from './check-wish.ts'

it('a requested check runs once', () => {
  const heard = vi.fn()
  const leave = checkWish.subscribe(heard)
  checkWish.make(0)
  expect(heard).toHaveBeenCalledTimes(1)
  expect(checkWish.take(60_000)).toBe(true)
  expect(checkWish.take(60_000)).toBe(false)
  leave()
})

it('a requested check expires after a minute', () => {
  checkWish.make(0)
  expect(checkWish.take(60_001)).toBe(false)
})
