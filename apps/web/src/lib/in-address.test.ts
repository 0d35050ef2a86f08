import { expect, it, vi } from 'vitest'
import { detailsIn, filtersIn, textIn } from './in-address.ts'

it('opening details adds a history entry; switching and closing do not', () => {
  const onSearch = vi.fn()
  detailsIn({ search: {}, onSearch }, 'user').row('a').onOpen()
  expect(onSearch).toHaveBeenLastCalledWith({ user: 'a' }, { replace: false })
  const open = detailsIn({ search: { user: 'a' }, onSearch }, 'user')
  expect([open.row('a').isOpen, open.row('b').isOpen, open.drawer.opened]).toEqual([true, false, true])
  open.row('b').onOpen()
  expect(onSearch).toHaveBeenLastCalledWith({ user: 'b' }, { replace: true })
  open.drawer.onClose()
  expect(onSearch).toHaveBeenLastCalledWith({ user: undefined }, { replace: true })
})

it('only a list’s filters count as filters, and only they are cleared', () => {
  const onSearch = vi.fn()
  const search: { q?: string; role?: string; user?: string } = { user: 'a' }
  expect(filtersIn({ search, onSearch }, 'q', 'role').isSet).toBe(false)
  const filters = filtersIn({ search: { ...search, role: 'admin' }, onSearch }, 'q', 'role')
  expect(filters.isSet).toBe(true)
  filters.clear()
  expect(onSearch).toHaveBeenCalledExactlyOnceWith({ q: undefined, role: undefined }, { replace: true })
})

it('reads a text of digits as text, although the router parses it as a number', () => {
  expect([12, '12', 0, '', true, undefined].map(textIn)).toEqual([
    '12',
    '12',
    '0',
    undefined,
    undefined,
    undefined,
  ])
})
