import type { Organisation } from '@muster/contract/organisations.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { answer, fakeServer, refusal } from '../../testing/fake-server.ts'
import { aZone, createServerHandlers, signIn } from '../../testing/people.ts'
import { renderPage } from '../../testing/render.tsx'

const harbour: Organisation = {
  id: '0192f0c0-0000-7000-8000-000000000801',
  name: 'Harbour Works',
  contactName: '',
  contactEmail: '',
  contactPhone: '',
  status: 'active',
  timeZone: null,
  language: 'en',
  maxZones: null,
  maxPeople: null,
  zonesNeedApproval: false,
  zones: 0,
  people: 0,
  createdAt: '2026-11-20T09:00:00.000Z',
}

it('organisations that failed to load look different from forbidden ones', async () => {
  const { id, name } = harbour
  let serverWorks = false
  fakeServer({
    ...createServerHandlers('client_admin', []),
    'organisations/mine': () =>
      serverWorks
        ? answer({
            several: true,
            organisations: [
              { id, name, timeZone: null, suspended: false, needsApproval: false, manages: true },
            ],
          })
        : refusal(403, 'FORBIDDEN', 'Not now'),
    'organisations/list': () => answer({ rows: [harbour], next: null }),
  })
  signIn()
  renderPage('/organisations')
  expect(await screen.findByText('Failed to load organisations')).toBeTruthy()
  expect(screen.queryByText(/You do not have permission/)).toBeNull()
  serverWorks = true
  await userEvent.setup().click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('article')).toBeTruthy()
})

it('no person is reported missing while the server still searches', async () => {
  let answerSearch = (): void => undefined
  const pendingSearch = new Promise<void>(resolve => {
    answerSearch = resolve
  })
  fakeServer({
    ...createServerHandlers('super_admin'),
    'organisations/list': () => answer({ rows: [harbour], next: null }),
    'organisations/get': () => answer(harbour),
    'organisations/people': () => answer({ rows: [], next: null }),
    'organisations/zones': () => answer({ rows: [], next: null }),
    'accounts/list': async ({ search }) => {
      if (search) await pendingSearch
      return answer({ rows: [], next: null })
    },
  })
  signIn()
  renderPage(`/organisations?organisation=${harbour.id}`)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Add person' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add person to Harbour Works' }))
  await user.type(dialog.getByRole('combobox', { name: /^Person/ }), 'leela')
  expect(await screen.findByText('Searching…')).toBeTruthy()
  expect(screen.queryByText('No people match')).toBeNull()
  answerSearch()
  expect(await screen.findByText('No people match')).toBeTruthy()
})

it('people who request zones can always open their requests, even if all have been decided', async () => {
  fakeServer(createServerHandlers('client_admin', [aZone({ myRole: 'client_admin' })]))
  sessionStorage.setItem('muster.zone.0192f0c0-0000-7000-8000-000000000001', aZone().id)
  signIn()
  renderPage('/zones')
  expect(await screen.findByRole('link', { name: 'Zone requests' })).toBeTruthy()
})

it('people who only decide can open the requests while one is open', async () => {
  const calls = fakeServer(createServerHandlers('admin'))
  signIn()
  renderPage('/organisations')
  expect(await screen.findByText('No organisations')).toBeTruthy()
  await waitFor(() => expect(calls).toContain('zoneRequests/counts'))
  expect(screen.queryByRole('link', { name: 'Zone requests' })).toBeNull()
})
