import type { OwnOrganisation } from '@muster/contract/organisations.ts'
import type { ZoneRequestDetail } from '@muster/contract/zone-requests.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { openDraft } from '../../../lib/drafts/draft-store.ts'
import { answer, fakeServer, type Handlers, refusal } from '../../../testing/fake-server.ts'
import { aProfile, aZone, createServerHandlers, signIn } from '../../../testing/people.ts'
import { renderPage } from '../../../testing/render.tsx'
import { shapeToDraft } from './shape-draft.ts'

const zone = aZone({ myRole: 'client_admin' })
const anOrganisation = (changes: Partial<OwnOrganisation> = {}): OwnOrganisation => ({
  id: '0192f0c0-0000-7000-8000-000000000801',
  name: 'Harbour Works',
  timeZone: null,
  suspended: false,
  needsApproval: true,
  manages: true,
  ...changes,
})
const secondOrganisation = anOrganisation({
  id: '0192f0c0-0000-7000-8000-000000000802',
  name: 'Rail Works',
  needsApproval: false,
})
const ownOrganisations = (...organisations: OwnOrganisation[]) => ({
  'organisations/mine': () => answer({ several: true, organisations }),
})

const zoneRequest: ZoneRequestDetail = {
  id: '0192f0c0-0000-7000-8000-000000000701',
  zoneId: zone.id,
  name: 'Quay 4',
  organisation: null,
  requestedBy: null,
  note: '',
  status: 'pending',
  decidedAt: null,
  decisionNote: '',
  createdAt: zone.createdAt,
  zone: null,
}

/** Starts a fake server for a client admin, with everything needed to create a zone. */
function startServer(extraHandlers: Handlers) {
  const createInputs: unknown[] = []
  fakeServer(
    {
      ...createServerHandlers('client_admin', [zone]),
      'presence/mine': () => answer({ zones: [] }),
      'zones/create': () => answer({ ...zone, status: 'pending' as const }),
      'zoneRequests/submit': () => answer(zoneRequest),
      'zoneRequests/get': () => answer(zoneRequest),
      ...extraHandlers,
    },
    (name, input) => {
      if (name === 'zones/create' || name === 'zoneRequests/submit') createInputs.push(input)
    },
  )
  sessionStorage.setItem(`muster.zone.${aProfile().id}`, zone.id)
  signIn()
  return { created: createInputs, user: userEvent.setup() }
}

async function openForm(user: ReturnType<typeof userEvent.setup>) {
  renderPage('/zones')
  await user.click(await screen.findByRole('button', { name: 'Create Zone' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Normal Zone' }))
  return dialog
}

it('a manager of several organisations selects one, which the draft keeps, and adds a note if approval is needed', async () => {
  const { created, user } = startServer(ownOrganisations(anOrganisation(), secondOrganisation))
  const shape = {
    ...shapeToDraft(undefined),
    kind: 'rectangle',
    start: { lat: 1, lng: 1 },
    end: { lat: 2, lng: 2 },
  }
  const ownDraft = openDraft('zone', aProfile().id)
  ownDraft.save({ name: 'Pier 4', shape })
  const dialog = await openForm(user)
  await user.click(dialog.getByRole('button', { name: 'Submit zone' }))
  const field = dialog.getByRole('combobox', { name: /^Organisation/ })
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(created).toEqual([])
  await user.click(field)
  await user.click(await screen.findByRole('option', { name: 'Harbour Works' }))
  await user.type(dialog.getByLabelText('Note for the administrators'), 'Crane')
  const storedPlace = ownDraft.loadStored({ organisationId: null, note: '' })
  expect(storedPlace).toEqual({ organisationId: anOrganisation().id, note: 'Crane' })
  await user.click(dialog.getByRole('button', { name: 'Send for approval' }))
  await waitFor(() => expect(created).toMatchObject([{ organisationId: anOrganisation().id, note: 'Crane' }]))
})

it('no form claims to create a zone while it is unknown whether it needs approval', async () => {
  let serverWorks = false
  const { user } = startServer({
    'organisations/mine': () =>
      serverWorks
        ? answer({ several: true, organisations: [anOrganisation()] })
        : refusal(403, 'FORBIDDEN', 'Not now'),
  })
  const dialog = await openForm(user)
  expect(await dialog.findByText('Failed to load your organisations')).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Submit zone' })).toBeTruthy()
  serverWorks = true
  await user.click(dialog.getByRole('button', { name: 'Retry' }))
  expect(await dialog.findByRole('button', { name: 'Send for approval' })).toBeTruthy()
})

it('a zone is requested by its centre and radius, and then the request opens', async () => {
  const { created, user } = startServer({})
  const app = renderPage('/zone-requests')
  await screen.findByText('No zone requests')
  await user.click(await screen.findByRole('button', { name: 'Request zone' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Request zone' }))
  const send = () => user.click(dialog.getByRole('button', { name: 'Request zone' }))
  await user.type(dialog.getByLabelText(/Zone name/), 'Quay 4')
  await user.clear(dialog.getByLabelText(/Radius/))
  await send()
  expect(await dialog.findByText('Please enter valid coordinates')).toBeTruthy()
  expect(dialog.getByText('Enter a radius from 10 to 10,000 metres')).toBeTruthy()
  await user.type(dialog.getByLabelText('Centre latitude'), '28.62')
  await user.type(dialog.getByLabelText('Centre longitude'), '77.25')
  await user.type(dialog.getByLabelText(/Radius/), '150')
  await send()
  await waitFor(() => expect(app.path()).toContain(`request=${zoneRequest.id}`))
  expect(created).toMatchObject([
    { name: 'Quay 4', center: { lat: 28.62, lng: 77.25 }, radiusM: 150, note: '' },
  ])
  expect(await screen.findByText('Zone requested')).toBeTruthy()
})
