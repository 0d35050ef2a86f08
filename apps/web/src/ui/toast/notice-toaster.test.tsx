import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderUi } from '../../testing/render.tsx'
import { noticeLayer } from './notice-layer.ts'
import { NoticeToaster } from './notice-toaster.tsx'

const shown: string[] = []
const show = (title: string) => act(() => void shown.push(noticeLayer.message(title)))

afterEach(() => {
  for (const id of shown.splice(0)) noticeLayer.dismiss(id)
})

it('shows several, three of them visible', async () => {
  renderUi(<NoticeToaster />)
  for (const title of ['One', 'Two', 'Three', 'Four']) show(title)
  await screen.findByText('Four')
  const cards = [...document.querySelectorAll('[data-sonner-toast]')]
  expect(cards).toHaveLength(4)
  expect(cards.filter(card => card.getAttribute('data-visible') === 'true')).toHaveLength(3)
})

it('is swiped away after 20 px', async () => {
  renderUi(<NoticeToaster />)
  show('New broadcast')
  const card = (await screen.findByText('New broadcast')).closest('[data-sonner-toast]') as HTMLElement
  fireEvent.pointerDown(card, { clientX: 100, clientY: 0 })
  fireEvent.pointerUp(card, { clientX: 120, clientY: 0 })
  await waitFor(() => expect(card.getAttribute('data-removed')).toBe('true'))
})
