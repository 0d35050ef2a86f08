import type { Alert } from '@muster/contract/alerts.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { answer, fakeServer, refusal } from '../../testing/fake-server.ts'
import { aZone, createServerHandlers, signIn } from '../../testing/people.ts'
import { renderApp } from '../../testing/render.tsx'

const enteredZone = aZone({ entryExpiresAt: '2036-01-01T00:00:00.000Z' })
const anAlert = (changes: Partial<Alert> = {}): Alert => ({
  id: '0192f0c0-0000-7000-8000-000000000401',
  type: 'broadcast',
  title: 'Storm at noon',
  description: 'Come in.',
  zoneId: enteredZone.id,
  metadata: { broadcastId: '0192f0c0-0000-7000-8000-000000000501' },
  isRead: false,
  createdAt: '2026-11-20T09:00:00.000Z',
  ...changes,
})

it('menu, header and tabs count new alerts, and a click marks one as read and opens its target', async () => {
  let alerts = [
    anAlert(),
    anAlert({ id: '0192f0c0-0000-7000-8000-000000000402', title: 'Old', isRead: true }),
  ]
  fakeServer({
    ...createServerHandlers('app_user', [enteredZone]),
    'alerts/counts': () => answer({ all: 2, unread: alerts.filter(it => !it.isRead).length }),
    'alerts/list': () => answer({ rows: alerts, next: null }),
    'alerts/markRead': ({ alertId }) => {
      alerts = alerts.map(it => (it.id === alertId ? { ...it, isRead: true } : it))
      return answer({ isRead: true })
    },
  })
  signIn()
  const app = renderApp('/alerts')
  expect(await screen.findByText('All Alerts (2)')).toBeTruthy()
  expect(screen.getByText('Unread (1)')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Alerts, 1 unread' })).toBeTruthy()
  const card = within((await screen.findAllByRole('article'))[0] as HTMLElement)
  expect(card.getByText('New')).toBeTruthy()
  await userEvent.click(card.getByRole('button', { name: /^Storm at noon/ }))
  await waitFor(() => expect(app.path()).toBe('/broadcasts?broadcast=0192f0c0-0000-7000-8000-000000000501'))
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Alerts, 1 unread' })).toBeNull())
})

it('names the alerts that remain when all are marked as read', async () => {
  fakeServer({
    ...createServerHandlers('app_user', [enteredZone]),
    'alerts/counts': () => answer({ all: 2, unread: 2, markable: 1 }),
    'alerts/list': () => answer({ rows: [anAlert()], next: null }),
    'alerts/markAllRead': () => answer({ marked: 1 }),
  })
  signIn()
  renderApp('/alerts')
  await userEvent.click(await screen.findByRole('button', { name: 'Mark All Read' }))
  expect(await screen.findByText(/^Calls for help and urgent questions stay/)).toBeTruthy()
  expect(screen.queryByText('All alerts marked as read')).toBeNull()
})

it('each tab has an empty state, and all alerts can be marked as read', async () => {
  let unreadCount = 1
  fakeServer({
    ...createServerHandlers('app_user', [enteredZone]),
    'alerts/counts': () => answer({ all: 1, unread: unreadCount }),
    'alerts/list': input =>
      answer({ rows: input.unread && unreadCount === 0 ? [] : [anAlert()], next: null }),
    'alerts/markAllRead': () => {
      unreadCount = 0
      return answer({ marked: 1 })
    },
  })
  signIn()
  const app = renderApp('/alerts')
  await userEvent.click(await screen.findByRole('button', { name: 'Mark All Read' }))
  expect(await screen.findByText('All alerts marked as read')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark All Read' })).toBeNull())
  await userEvent.click(await screen.findByText('Unread (0)'))
  expect(await screen.findByText('No Unread Alerts')).toBeTruthy()
  app.unmount()
  fakeServer(createServerHandlers('app_user', [enteredZone]))
  renderApp('/alerts')
  expect(await screen.findByText('No Alerts')).toBeTruthy()
})

it('an error replaces the empty state when the alerts could not be loaded', async () => {
  fakeServer({
    ...createServerHandlers('app_user', [enteredZone]),
    'alerts/list': () => refusal(403, 'FORBIDDEN', 'No'),
  })
  signIn()
  renderApp('/alerts')
  expect(await screen.findByText('Failed to load alerts')).toBeTruthy()
  expect(screen.queryByText('No Alerts')).toBeNull()
})
