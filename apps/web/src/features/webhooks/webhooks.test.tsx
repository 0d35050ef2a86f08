import type { Webhook, WebhookDelivery } from '@muster/contract/webhooks.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { answer, failNetwork, fakeServer, type Handlers, refusal } from '../../testing/fake-server.ts'
import { createServerHandlers, signIn } from '../../testing/people.ts'
import { renderPage } from '../../testing/render.tsx'

const webhook: Webhook = {
  id: '0192f0c0-0000-7000-8000-0000000000aa',
  name: 'Gate',
  address: 'https://hooks.example/muster',
  kinds: ['presence.entered', 'presence.left'],
  zoneIds: null,
  active: true,
  failingSince: null,
  gaveUp: false,
  deliveredAt: null,
  createdAt: '2026-11-20T09:00:00.000Z',
}
const delivery: WebhookDelivery = {
  id: '0192f0c0-0000-7000-8000-0000000000bb',
  eventId: '5f0c2a91-7',
  kind: 'presence.entered',
  state: 'given_up',
  body: '{"id":"5f0c2a91-7","type":"presence.entered"}',
  attempts: 8,
  status: 500,
  response: 'Internal error of the receiver',
  problem: 'Responded with 500',
  nextTryAt: null,
  deliveredAt: null,
  createdAt: '2026-11-20T09:41:00.000Z',
}

async function openCard(handlers: Handlers) {
  const inputs: [string, unknown][] = []
  fakeServer(
    {
      ...createServerHandlers('admin', []),
      'auth/devices': () => answer({ rows: [], next: null }),
      'trackers/list': () => answer({ trackers: [] }),
      ...handlers,
    },
    (name, input) => inputs.push([name, input]),
  )
  signIn()
  renderPage('/webhooks')
  const card = within(await screen.findByRole('region', { name: 'Webhooks' }))
  return { card, user: userEvent.setup(), inputs }
}

it('a webhook is added, and its secret is shown only until the dialog closes', async () => {
  let serverWorks = false
  const { card, user, inputs } = await openCard({
    'webhooks/list': () => answer({ webhooks: serverWorks ? [webhook] : [] }),
    'webhooks/create': () =>
      serverWorks
        ? answer({ webhook, secret: 'whsec_shown-once' })
        : refusal(422, 'WEBHOOK_ADDRESS_INVALID', 'The address must start with https://'),
  })
  expect(await card.findByText('No webhooks yet')).toBeTruthy()
  await user.click(card.getByRole('button', { name: 'Add webhook' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Add webhook' }))
  expect(await dialog.findByText('A name is required')).toBeTruthy()
  expect(inputs.filter(([name]) => name === 'webhooks/create')).toEqual([])
  await user.type(dialog.getByLabelText(/^Name/), 'Gate')
  await user.type(dialog.getByLabelText(/^Address/), 'http://hooks.example/muster')
  await user.click(dialog.getByLabelText('Zone created'))
  await user.click(dialog.getByRole('button', { name: 'Add webhook' }))
  const address = dialog.getByLabelText(/^Address/)
  await waitFor(() => expect(document.activeElement).toBe(address))
  expect(address.getAttribute('aria-invalid')).toBe('true')
  expect(dialog.getByText(/must start with https/)).toBeTruthy()
  expect(inputs.findLast(([name]) => name === 'webhooks/create')?.[1]).toEqual({
    name: 'Gate',
    address: 'http://hooks.example/muster',
    kinds: ['presence.entered', 'presence.left', 'zone.created'],
    zoneIds: null,
    requestId: expect.any(String),
  })
  serverWorks = true
  await user.click(dialog.getByRole('button', { name: 'Add webhook' }))
  expect(await dialog.findByText('whsec_shown-once')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Done' }))
  expect(document.body.textContent).not.toContain('whsec_shown-once')
  expect(await card.findByText('https://hooks.example/muster')).toBeTruthy()
})

it('a retry after a lost response sends the same request and refetches the list, and the next dialog sends a new one', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  let requestCount = 0
  const { card, user, inputs } = await openCard({
    'webhooks/list': () => answer({ webhooks: [] }),
    'webhooks/create': () =>
      ++requestCount === 1 ? failNetwork() : answer({ webhook, secret: 'whsec_shown-once' }),
  })
  const inputsTo = (call: string) => inputs.filter(([name]) => name === call).map(([, input]) => input)
  const getCreateInputs = () => inputsTo('webhooks/create')
  const openForm = async () => {
    await user.click(await card.findByRole('button', { name: 'Add webhook' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText(/^Name/), 'Gate')
    await user.type(dialog.getByLabelText(/^Address/), 'https://hooks.example/muster')
    const addButton = dialog.getByRole('button', { name: 'Add webhook' })
    const listCount = inputsTo('webhooks/list').length
    await user.click(addButton)
    await waitFor(() => expect(inputsTo('webhooks/list').length).toBeGreaterThan(listCount))
    return { dialog, add: addButton }
  }
  const { dialog, add } = await openForm()
  expect(await dialog.findByRole('alert')).toBeTruthy()
  await user.click(add)
  await user.click(await dialog.findByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await openForm()
  const [firstInput, secondInput, thirdInput] = getCreateInputs()
  expect(secondInput).toEqual(firstInput)
  expect(thirdInput).toEqual({ ...(firstInput as object), requestId: expect.any(String) })
  expect(thirdInput).not.toEqual(firstInput)
})

it('each delivery shows its outcome and can be sent again', async () => {
  let state: WebhookDelivery['state'] = 'given_up'
  const { card, user, inputs } = await openCard({
    'webhooks/list': () => answer({ webhooks: [{ ...webhook, failingSince: delivery.createdAt }] }),
    'webhooks/deliveries': () => answer({ rows: [{ ...delivery, state }], next: null }),
    'webhooks/resend': () => {
      state = 'delivered'
      return answer({ ...delivery, state: 'waiting' })
    },
  })
  expect(await card.findByText('Failing')).toBeTruthy()
  await user.click(card.getByRole('button', { name: 'Deliveries to Gate' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('Failed')).toBeTruthy()
  expect(dialog.getByText(/Responded with 500 · 8 attempts/)).toBeTruthy()
  expect(dialog.getByText('Internal error of the receiver')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Send again: Person entered a zone' }))
  expect(await dialog.findByText('Delivered')).toBeTruthy()
  expect(inputs.find(([name]) => name === 'webhooks/resend')?.[1]).toEqual({ deliveryId: delivery.id })
})

it('a failure to load is not shown as an empty list, and can be retried', async () => {
  let serverWorks = false
  const { card, user } = await openCard({
    'webhooks/list': () => (serverWorks ? answer({ webhooks: [] }) : refusal(403, 'FORBIDDEN', 'Not now')),
  })
  expect(await card.findByText('Failed to load webhooks')).toBeTruthy()
  expect(card.queryByText('No webhooks yet')).toBeNull()
  serverWorks = true
  await user.click(card.getByRole('button', { name: /Try again|Retry/ }))
  expect(await card.findByText('No webhooks yet')).toBeTruthy()
})

it('the maximum number of webhooks is shown before somebody tries to add one', async () => {
  const { card } = await openCard({
    'webhooks/list': () =>
      answer({
        webhooks: Array.from({ length: 20 }, (_, index) => ({
          ...webhook,
          id: `0192f0c0-0000-7000-8000-0000000001${String(index).padStart(2, '0')}`,
        })),
      }),
  })
  expect(await card.findByText(/up to 20 webhooks/)).toBeTruthy()
  expect(card.getByRole<HTMLButtonElement>('button', { name: 'Add webhook' }).disabled).toBe(true)
})
