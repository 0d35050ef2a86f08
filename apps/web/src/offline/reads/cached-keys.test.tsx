import { expect, it } from 'vitest'
import { orpc } from '../../lib/api.ts'
import { maxShownAgeMs, toStored } from './cached-keys.ts'

const hourMs = 60 * 60 * 1_000

it('stores the roll of an emergency without what people need to leave, and everything else as it is', () => {
  const page = { rows: [{ name: 'Ann Test', needs: 'Help on stairs' }], next: null }
  const stored = { rows: [{ name: 'Ann Test', needs: '' }], next: null }
  const key = [...orpc.emergencies.people.key(), { type: 'infinite' }]
  expect(toStored(key, { pages: [page], pageParams: [undefined] })).toEqual({
    pages: [stored],
    pageParams: [undefined],
  })
  expect(toStored(key, page)).toEqual(stored)
  expect(toStored(orpc.captains.open.key(), page)).toBe(page)
})

it('shows a captain the list of an emergency offline for a day, and other responses for a week', () => {
  expect(maxShownAgeMs(orpc.captains.open.key())).toBe(24 * hourMs)
  expect(maxShownAgeMs(orpc.captains.list.key())).toBe(7 * 24 * hourMs)
})
