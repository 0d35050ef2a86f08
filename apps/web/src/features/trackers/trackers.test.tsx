import { errors } from '@muster/contract/errors.ts'
import type { UnusedReason } from '@muster/domain/tracker.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { answer, failNetwork, fakeServer, type Handlers, refusal } from '../../testing/fake-server.ts'
import { createServerHandlers, signIn } from '../../testing/people.ts'
import { renderPage } from '../../testing/render.tsx'

const tracker = {
  id: '0192f0c0-0000-7000-8000-0000000000aa',
  name: 'Work phone',
  app: 'overland' as const,
  createdAt: '2026-11-20T09:00:00.000Z',
  lastUsedAt: null,
  lastUnused: null,
}

async function openCard(handlers: Handlers) {
  const inputs: [string, unknown][] = []
  fakeServer(
    {
      ...createServerHandlers('app_user', []),
      'auth/devices': () => answer({ rows: [], next: null }),
      ...handlers,
    },
    (name, input) => inputs.push([name, input]),
  )
  signIn()
  renderPage('/settings/position')
  const card = within(await screen.findByRole('region', { name: 'Location apps' }))
  return { card, user: userEvent.setup(), inputs }
}

it('an app is added, and its setup with the token is shown only until the dialog closes', async () => {
  let serverWorks = false
  const { card, user, inputs } = await openCard({
    'trackers/list': () => answer({ trackers: [] }),
    'trackers/create': () =>
      serverWorks
        ? answer({ tracker, token: 'secret-token' })
        : refusal(409, 'TRACKERS_FULL', errors.TRACKERS_FULL.message),
  })
  await user.click(await card.findByRole('button', { name: 'Add location app' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Add location app' }))
  expect(await dialog.findByText('A name is required')).toBeTruthy()
  await user.selectOptions(dialog.getByLabelText('App'), 'Overland')
  await user.type(dialog.getByLabelText(/^Name/), 'Work phone')
  await user.click(dialog.getByRole('button', { name: 'Add location app' }))
  expect(await dialog.findByText(/the limit for location apps/)).toBeTruthy()
  serverWorks = true
  await user.click(dialog.getByRole('button', { name: 'Add location app' }))
  expect(await screen.findByRole('heading', { name: 'Set up Overland' })).toBeTruthy()
  expect(inputs.at(-1)).toEqual([
    'trackers/create',
    { app: 'overland', name: 'Work phone', requestId: expect.any(String) },
  ])
  expect(dialog.getByText('secret-token')).toBeTruthy()
  expect(dialog.getByRole('img', { name: 'QR code with the Overland settings' })).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Done' }))
  expect(document.body.textContent).not.toContain('secret-token')
})

it('a retry after a lost response sends the same request, and the next dialog sends a new one', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  let requestCount = 0
  const { card, user, inputs } = await openCard({
    'trackers/list': () => answer({ trackers: [] }),
    'trackers/create': () =>
      ++requestCount === 1 ? failNetwork() : answer({ tracker, token: 'secret-token' }),
  })
  const getCreateInputs = () =>
    inputs.filter(([name]) => name === 'trackers/create').map(([, input]) => input)
  const openForm = async () => {
    await user.click(await card.findByRole('button', { name: 'Add location app' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(await dialog.findByLabelText(/^Name/), 'Work phone')
    const addButton = dialog.getByRole('button', { name: 'Add location app' })
    await user.click(addButton)
    return { dialog, add: addButton }
  }
  const { dialog, add } = await openForm()
  await waitFor(() => expect(getCreateInputs()).toHaveLength(1))
  expect(await dialog.findByRole('alert')).toBeTruthy()
  await user.click(add)
  await user.click(await dialog.findByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await openForm()
  await waitFor(() => expect(getCreateInputs()).toHaveLength(3))
  const [firstInput, secondInput, thirdInput] = getCreateInputs()
  expect(secondInput).toEqual(firstInput)
  expect(thirdInput).not.toEqual(firstInput)
})

it('a retry with different details after a lost response says where to find the app that was added', async () => {
  const { card, user } = await openCard({
    'trackers/list': () => answer({ trackers: [] }),
    'trackers/create': () => refusal(409, 'REQUEST_ID_TAKEN', errors.REQUEST_ID_TAKEN.message),
  })
  await user.click(await card.findByRole('button', { name: 'Add location app' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(/^Name/), 'Work phone')
  await user.click(dialog.getByRole('button', { name: 'Add location app' }))
  expect(await dialog.findByText(/was already added with your original settings/)).toBeTruthy()
})

it('an app is removed after confirmation, and stays listed if the removal fails', async () => {
  let serverWorks = false
  const { card, user } = await openCard({
    'trackers/list': () => answer({ trackers: [tracker] }),
    'trackers/revoke': () => (serverWorks ? answer({ revoked: true }) : failNetwork()),
  })
  expect(await card.findByText(/Overland · added/)).toBeTruthy()
  await user.click(card.getByRole('button', { name: 'Remove Work phone' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Remove location app' }))
  expect(await dialog.findByText(/couldn’t be removed/)).toBeTruthy()
  serverWorks = true
  await user.click(dialog.getByRole('button', { name: 'Remove location app' }))
  expect(await screen.findByText('Location app removed')).toBeTruthy()
})

it('the last unused message shows why it was ignored, and whether a later one was used', async () => {
  const unusedTracker = (name: string, reason: UnusedReason, laterUsed: boolean) => ({
    ...tracker,
    id: crypto.randomUUID(),
    name,
    lastUsedAt: '2026-11-20T09:30:00.000Z',
    lastUnused: { reason, at: '2026-11-20T09:20:00.000Z', laterUsed },
  })
  const { card } = await openCard({
    'trackers/list': () =>
      answer({
        trackers: [
          unusedTracker('Work phone', 'accuracy_invalid', false),
          unusedTracker('Watch', 'too_old', true),
          tracker,
        ],
      }),
  })
  const rows = (await card.findAllByRole('listitem')).map(row => row.textContent)
  expect(rows[0]).toMatch(
    /Overland · last message .*Last message ignored: the phone didn’t report how accurate/,
  )
  expect(rows[0]).not.toContain('Later')
  expect(rows[1]).toMatch(/ignored: its position was too old to be stored\. Later messages were accepted\./)
  expect(rows[2]).not.toContain('ignored')
})
