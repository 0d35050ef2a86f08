import { expect, it } from 'vitest'
import { readOrderParam, toggleOrder, toOrder, toOrderParam } from './people-order.ts'

it('an order from the address applies only if the list has it', () => {
  expect(readOrderParam('-name', ['added', 'name'])).toBe('-name')
  expect(readOrderParam('groups', ['added', 'name'])).toBeUndefined()
  expect(readOrderParam('-added', ['added', 'name'])).toBeUndefined()
  expect(readOrderParam(7, ['added', 'name'])).toBeUndefined()
})

it('returns the same parameter for the order that it stands for', () => {
  for (const param of [undefined, 'added', 'name', '-name', '-seen'] as const)
    expect(toOrderParam(toOrder(param))).toBe(param)
})

it('sorts a column in its natural direction first, and then in reverse', () => {
  const newest = toOrder(undefined)
  expect(toggleOrder(newest, 'seen')).toEqual({ sort: 'seen', direction: 'desc' })
  expect(toggleOrder(newest, 'name')).toEqual({ sort: 'name', direction: 'asc' })
  expect(toggleOrder({ sort: 'name', direction: 'asc' }, 'name')).toEqual({ sort: 'name', direction: 'desc' })
})
