import { expect, it, vi } from 'vitest'
import { detailsInAddress } from './details-in-address.ts'

it('opening is a step to come back from, going on to the next and closing are none', () => {
  const onSearch = vi.fn()
  detailsInAddress('user', {}, onSearch).row('a').onOpen()
  expect(onSearch).toHaveBeenLastCalledWith({ user: 'a' }, { replace: false })
  const open = detailsInAddress('user', { user: 'a' }, onSearch)
  expect([open.row('a').isOpen, open.row('b').isOpen, open.drawer.opened]).toEqual([true, false, true])
  open.row('b').onOpen()
  expect(onSearch).toHaveBeenLastCalledWith({ user: 'b' }, { replace: true })
  open.drawer.onClose()
  expect(onSearch).toHaveBeenLastCalledWith({ user: undefined }, { replace: true })
})
