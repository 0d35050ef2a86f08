import type { ZoneRequestDetail } from '@muster/contract/zone-requests.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { answer, fakeServer, type Handlers } from '../../testing/fake-server.ts'
import { aProfile, aZone, createServerHandlers, signIn } from '../../testing/people.ts'
import { renderPage } from '../../testing/render.tsx'

const {
  myRole: _role,
  invited: _invited,
  starred: _starred,
  entryExpiresAt: _entry,
  ...zone
} = aZone({
  status: 'pending',
  name: 'Quay 4',
})
const aRequest = (changes: Partial<ZoneRequestDetail> = {}): ZoneRequestDetail => ({
  id: '0192f0c0-0000-7000-8000-000000000701',
  zoneId: zone.id,
  name: 'Quay 4',
  organisation: 'Harbour Works',
  requestedBy: { id: '0192f0c0-0000-7000-8000-000000000702', name: 'Lena Ortiz' },
  note: 'For the new crane',
  status: 'pending',
  decidedAt: null,
  decisionNote: '',
  createdAt: '2026-11-20T09:00:00.000Z',
  zone,
  ...changes,
})

function openPage(
  role: 'admin' | 'client_admin' | 'app_user',
  request: ZoneRequestDetail,
  extraHandlers: Handlers = {},
) {
  const inputs: [string, unknown][] = []
  const { zone: _zone, ...row } = request
  fakeServer(
    {
      ...createServerHandlers(role, [aZone({ myRole: role })]),
      'zoneRequests/list': () => answer({ rows: [row], next: null }),
      'zoneRequests/get': () => answer(request),
      ...extraHandlers,
    },
    (name, input) => inputs.push([name, input]),
  )
  signIn()
  renderPage('/zone-requests')
  return { user: userEvent.setup(), inputs }
}

it('an approver returns a request with a reason, and not without one', async () => {
  const request = aRequest()
  const { user, inputs } = openPage('admin', request, {
    'zoneRequests/decide': () => answer({ ...request, status: 'returned' as const }),
  })
  await user.click(await screen.findByRole('button', { name: 'View Details of Quay 4' }))
  expect(await screen.findByRole('button', { name: 'Approve' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Return' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Return request' }))
  await user.click(dialog.getByRole('button', { name: 'Return' }))
  expect(await dialog.findByText('Give a reason')).toBeTruthy()
  await user.type(dialog.getByLabelText(/What should change/), 'Which quay?')
  await user.click(dialog.getByRole('button', { name: 'Return' }))
  await waitFor(() =>
    expect(inputs).toContainEqual([
      'zoneRequests/decide',
      { zoneRequestId: request.id, decision: 'returned', note: 'Which quay?' },
    ]),
  )
})

it('the requester reads the answer, edits, resubmits and withdraws, but cannot decide', async () => {
  const request = aRequest({
    requestedBy: { id: aProfile().id, name: 'Ana Ruiz' },
    status: 'returned',
    decisionNote: 'Which quay?',
  })
  const { user } = openPage('client_admin', request)
  expect(await screen.findByText('Which quay?')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'View Details of Quay 4' }))
  for (const name of ['Send for approval', 'Edit Zone', 'Withdraw'])
    expect(await screen.findByRole('button', { name })).toBeTruthy()
  for (const name of ['Approve', 'Return', 'Reject'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

it('the page is closed to people who neither request nor decide', async () => {
  openPage('app_user', aRequest())
  expect(await screen.findByText(/You don’t have permission/)).toBeTruthy()
  expect(screen.queryByText('Quay 4')).toBeNull()
})
