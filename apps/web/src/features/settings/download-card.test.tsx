import type { MyDownload } from '@muster/contract/my-data.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { answer, failNetwork, fakeServer, type Handlers, refusal } from '../../testing/fake-server.ts'
import { createServerHandlers, signIn } from '../../testing/people.ts'
import { renderPage } from '../../testing/render.tsx'

const aDownload = (changes: Partial<MyDownload> = {}): MyDownload => ({
  id: '0192f0c0-0000-7000-8000-0000000000d1',
  state: 'preparing',
  percent: 0,
  bytes: null,
  requestedAt: '2026-11-20T09:00:00.000000Z',
  readyAt: null,
  expiresAt: null,
  ...changes,
})
const readyDownload = aDownload({
  state: 'ready',
  percent: 100,
  bytes: 2_400_000,
  readyAt: '2026-11-20T09:01:00.000000Z',
  expiresAt: '2026-11-27T09:01:00.000000Z',
})

async function openCard(handlers: Handlers) {
  fakeServer({
    ...createServerHandlers('app_user', []),
    'auth/devices': () => answer({ rows: [], next: null }),
    ...handlers,
  })
  signIn()
  renderPage('/settings/position')
  return {
    card: within(await screen.findByRole('region', { name: 'Download my data' })),
    user: userEvent.setup(),
  }
}

it('a download is requested and shows its progress', async () => {
  let serverWorks = false
  const { card, user } = await openCard({
    'settings/download': () => answer({ download: null }),
    'settings/prepareDownload': () =>
      serverWorks ? answer({ download: aDownload({ percent: 40 }) }) : failNetwork(),
  })
  await user.click(await card.findByRole('button', { name: 'Prepare my download' }))
  expect(await card.findByText('Your download couldn’t be prepared. Try again.')).toBeTruthy()
  serverWorks = true
  await user.click(card.getByRole('button', { name: 'Prepare my download' }))
  const bar = await card.findByRole('progressbar', { name: 'Preparing your download' })
  expect(bar.getAttribute('aria-valuenow')).toBe('40')
  // A download in progress has no button.
  expect(card.queryByRole('button')).toBeNull()
})

it('a finished download opens through its own link', async () => {
  const openedUrls: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    openedUrls.push(this.getAttribute('href') ?? '')
  })
  const { card, user } = await openCard({
    'settings/download': () => answer({ download: readyDownload }),
    'settings/openDownload': () => answer({ url: '/files/downloads/a.zip?signature=x' }),
  })
  await user.click(await card.findByRole('button', { name: 'Download' }))
  expect(card.getByText(/Ready, 2.4 MB/)).toBeTruthy()
  await vi.waitFor(() => expect(openedUrls).toEqual(['/files/downloads/a.zip?signature=x']), 15_000)
  vi.restoreAllMocks()
})

it('a failed download can be requested again, and a failure to load is not shown as a missing download', async () => {
  let serverWorks = false
  const { card, user } = await openCard({
    'settings/download': () =>
      serverWorks ? answer({ download: aDownload({ state: 'failed' }) }) : refusal(403, 'FORBIDDEN', 'No'),
  })
  expect(await card.findByText('Failed to load your download')).toBeTruthy()
  expect(card.queryByRole('button', { name: 'Prepare my download' })).toBeNull()
  serverWorks = true
  await user.click(card.getByRole('button', { name: /Retry/ }))
  expect(await card.findByText(/couldn’t be prepared/)).toBeTruthy()
  expect(card.getByRole('button', { name: 'Prepare my download' })).toBeTruthy()
})
