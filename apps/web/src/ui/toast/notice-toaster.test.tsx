import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderUi } from '../../testing/render.tsx'
import { noticeLayer } from './notice-layer.ts'
import { NoticeToaster } from './notice-toaster.tsx'
import { notify } from './notify.ts'

const showNotice = (title: string, text?: string) =>
  act(() => void noticeLayer.message(title, text ? { text } : {}))
const findCard = async (title: string) =>
  (await screen.findByText(title)).closest<HTMLElement>('[data-sonner-toast]')

afterEach(() => {
  noticeLayer.forgetWaiting()
  vi.restoreAllMocks()
})

it('shows a toast that came before its container had loaded', async () => {
  noticeLayer.message('An update is ready')
  renderUi(<NoticeToaster />)
  expect(await screen.findByText('An update is ready')).toBeTruthy()
})

it('shows several toasts, three of them visible', async () => {
  renderUi(<NoticeToaster />)
  for (const title of ['One', 'Two', 'Three', 'Four']) showNotice(title)
  await screen.findByText('Four')
  const cards = [...document.querySelectorAll('[data-sonner-toast]')]
  expect(cards).toHaveLength(4)
  expect(cards.filter(card => card.getAttribute('data-visible') === 'true')).toHaveLength(3)
})

it('a long title with a text below it uses smaller letters, and so takes two lines', async () => {
  renderUi(<NoticeToaster />)
  const longTitle = 'Ana Ruiz can’t enter North Harbour Container Terminal'
  showNotice(longTitle, 'A new PIN was asked for.')
  showNotice('Muster was updated', 'Reload the page.')
  expect((await findCard(longTitle))?.classList).toContain('notice-long')
  expect((await findCard('Muster was updated'))?.classList).not.toContain('notice-long')
})

it('background news follows the toast of an action once that has been read, and is dropped once the session is over', async () => {
  renderUi(<NoticeToaster />)
  const smallScreen = { matches: true, addEventListener() {}, removeEventListener() {} }
  vi.spyOn(window, 'matchMedia').mockReturnValue(smallScreen as unknown as MediaQueryList)
  notify.success('Saved')
  showNotice('You no longer belong to North yard')
  noticeLayer.forgetWaiting()
  showNotice('You no longer belong to South gate')
  act(() => notify.dismiss())
  expect(await screen.findByText('You no longer belong to South gate')).toBeTruthy()
  expect(screen.queryByText('You no longer belong to North yard')).toBeNull()
})

it('a swipe of 20 px dismisses it', async () => {
  renderUi(<NoticeToaster />)
  showNotice('New broadcast')
  const card = (await screen.findByText('New broadcast')).closest('[data-sonner-toast]') as HTMLElement
  fireEvent.pointerDown(card, { clientX: 100, clientY: 0 })
  fireEvent.pointerUp(card, { clientX: 120, clientY: 0 })
  await waitFor(() => expect(card.getAttribute('data-removed')).toBe('true'))
})
