import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { answer, failNetwork, fakeServer, refusal } from '../../testing/fake-server.ts'
import { aZone, createServerHandlers, signIn } from '../../testing/people.ts'
import { renderApp } from '../../testing/render.tsx'

const enteredZone = aZone({ entryExpiresAt: '2036-01-01T00:00:00.000Z' })
const anAlert = (id: number, title: string) => ({
  id: `0192f0c0-0000-7000-8000-00000000040${id}`,
  type: 'broadcast' as const,
  title,
  description: '',
  zoneId: enteredZone.id,
  metadata: {},
  isRead: false,
  createdAt: '2026-11-20T09:00:00.000Z',
})

it('unsent entries are listed, sent or rejected with the reason, retried, and discarded', async () => {
  type MarkReply =
    | ReturnType<typeof failNetwork>
    | ReturnType<typeof refusal>
    | ReturnType<typeof answer<{ isRead: boolean }>>
  let answerMark: () => MarkReply = failNetwork
  fakeServer({
    ...createServerHandlers('app_user', [enteredZone]),
    'alerts/counts': () => answer({ all: 2, unread: 2 }),
    'alerts/list': () =>
      answer({ rows: [anAlert(1, 'Storm at noon'), anAlert(2, 'Gate closed')], next: null }),
    'alerts/markRead': () => answerMark(),
  })
  signIn()
  const app = renderApp('/alerts')
  const user = userEvent.setup()
  for (const title of ['Storm at noon', 'Gate closed'])
    await user.click(await screen.findByRole('button', { name: `Mark as read: ${title}` }))
  expect(await screen.findByRole('button', { name: 'Mark as unread: Gate closed' })).toBeTruthy()

  await app.router.navigate({ to: '/waiting' })
  const notSentRegion = within(await screen.findByRole('region', { name: 'Not sent yet' }))
  expect(notSentRegion.getAllByText('Queued')).toHaveLength(2)
  await user.click(notSentRegion.getByRole('button', { name: 'Discard: Storm at noon' }))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByText('Storm at noon')).toBeNull())

  answerMark = () => refusal(404, 'NOT_FOUND', 'It is gone.')
  await user.click(screen.getByRole('button', { name: 'Send now' }))
  expect(await screen.findByText('It is gone.')).toBeTruthy()
  expect(screen.getByText('Rejected')).toBeTruthy()
  answerMark = () => answer({ isRead: true })
  await user.click(screen.getByRole('button', { name: 'Try again: Gate closed' }))
  expect(await screen.findByText('Nothing to send')).toBeTruthy()
})
