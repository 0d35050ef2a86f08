import { expect, it, vi } from 'vitest'
import { param, readDetails, readFilters } from './search-props.ts'

it('opening details adds a history entry; switching and closing do not', () => {
  const onSearch = vi.fn()
  readDetails({ search: {}, onSearch }, 'user').row('a').onOpen()
  expect(onSearch).toHaveBeenLastCalledWith({ user: 'a' }, { replace: false })
  const openDetails = readDetails({ search: { user: 'a' }, onSearch }, 'user')
  expect([openDetails.row('a').isOpen, openDetails.row('b').isOpen, openDetails.drawer.opened]).toEqual([
    true,
    false,
    true,
  ])
  openDetails.row('b').onOpen()
  expect(onSearch).toHaveBeenLastCalledWith({ user: 'b' }, { replace: true })
  openDetails.drawer.onClose()
  expect(onSearch).toHaveBeenLastCalledWith({ user: undefined }, { replace: true })
})

it('only a list’s filters count as filters, and only they are cleared', () => {
  const onSearch = vi.fn()
  const search: { q?: string; role?: string; user?: string } = { user: 'a' }
  expect(readFilters({ search, onSearch }, 'q', 'role').isSet).toBe(false)
  const filters = readFilters({ search: { ...search, role: 'admin' }, onSearch }, 'q', 'role')
  expect(filters.isSet).toBe(true)
  filters.clear()
  expect(onSearch).toHaveBeenCalledExactlyOnceWith({ q: undefined, role: undefined }, { replace: true })
})

it('a text of digits stays text, although the router parses it as a number', () => {
  expect([12, '12', 0, '', true, undefined].map(param.text)).toEqual([
    '12',
    '12',
    '0',
    undefined,
    undefined,
    undefined,
  ])
})
