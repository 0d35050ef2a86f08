import { afterEach, expect, it, vi } from 'vitest'
import { appBadge } from './app-badge.ts'

afterEach(() => vi.unstubAllGlobals())

it('keeps a desk’s count on the icon when alerts arrive, and shows the alerts again afterwards', () => {
  const shown: number[] = []
  vi.stubGlobal('navigator', {
    setAppBadge: async (count: number) => void shown.push(count),
    clearAppBadge: async () => void shown.push(0),
  })
  appBadge.setUnreadAlerts(2)
  appBadge.setDeskCount(9)
  appBadge.setUnreadAlerts(3)
  expect(shown.at(-1)).toBe(9)
  appBadge.setDeskCount(0)
  expect(shown.at(-1)).toBe(0)
  appBadge.setDeskCount(undefined)
  expect(shown).toEqual([2, 9, 9, 0, 3])
})
