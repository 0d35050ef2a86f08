import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { zoneSelectionStore } from '../../lib/session/zone-selection-store.ts'
import { outbox } from '../../offline/device-outbox.ts'
import {
  answer,
  failNetwork,
  fakeServer,
  type Handlers,
  neverAnswer,
  refusal,
} from '../../testing/fake-server.ts'
import { aProfile, aZone, createServerHandlers, signIn } from '../../testing/people.ts'
import { renderPage } from '../../testing/render.tsx'
import { aHazard, aHazardDetail } from './testing/a-hazard.ts'
import { enteredZone, openPage } from './testing/open-hazards.ts'

const me = aProfile().id

it('shows one empty state if nothing was reported and another if nothing matches', async () => {
  const { user } = openPage({})
  expect(await screen.findByRole('heading', { name: 'Notifications', level: 1 })).toBeTruthy()
  expect(await screen.findByText('No notifications found')).toBeTruthy()
  await user.type(screen.getByLabelText('Search hazards'), 'ladder')
  expect(await screen.findByText('No hazards match')).toBeTruthy()
  expect(screen.queryByText('No notifications found')).toBeNull()
})

it('shows an error instead of the empty state when hazards cannot be loaded', async () => {
  openPage({ 'hazards/list': () => refusal(403, 'FORBIDDEN', 'No') })
  expect(await screen.findByText('Failed to load notifications')).toBeTruthy()
  expect(screen.queryByText('No notifications found')).toBeNull()
})

it('offers no report to a person who only watches', async () => {
  openPage({ 'hazards/list': () => answer({ rows: [aHazard()], next: null }) }, '/hazards', 'zone_manager_ro')
  expect(await screen.findByText('Oil on the stairs')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Report Notify' })).toBeNull()
})

it('lists a report made offline immediately, and only once after it has arrived', async () => {
  let isOnline = false
  let reportedHazards: ReturnType<typeof aHazard>[] = []
  const { user, app } = openPage(
    {
      'hazards/report': ({ title, description, severity = 'medium' }) => {
        if (!isOnline) return failNetwork()
        reportedHazards = [
          aHazard({
            ...{ title, description, severity },
            ...{ createdAt: new Date().toISOString(), reportedBy: { id: me, name: 'Ana Ruiz' } },
          }),
        ]
        return answer({ hazardId: aHazard().id })
      },
      'hazards/list': () => answer({ rows: reportedHazards, next: null }),
    },
    '/hazards?report=true',
  )
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(/^Title/), 'Loose railing')
  await user.type(dialog.getByLabelText(/^Description/), 'On the second landing')
  await user.click(dialog.getByRole('button', { name: 'Report Notification' }))
  const queuedList = within(await screen.findByRole('list', { name: 'Not sent yet' }))
  expect(queuedList.getByRole('listitem').textContent).toMatch(/Not sent yetLoose railing/)
  expect(screen.queryByText('No notifications found')).toBeNull()
  await user.type(screen.getByLabelText('Search hazards'), 'ladder')
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Not sent yet' })).toBeNull())
  await user.clear(screen.getByLabelText('Search hazards'))
  await screen.findByRole('list', { name: 'Not sent yet' })
  isOnline = true
  await app.router.navigate({ to: '/waiting' })
  await app.router.navigate({ to: '/hazards' })
  window.dispatchEvent(new Event('online'))
  await screen.findByRole('button', { name: 'View Details of Loose railing' })
  await waitFor(() => expect(screen.getAllByText('Loose railing')).toHaveLength(1))
  expect(screen.queryByRole('list', { name: 'Not sent yet' })).toBeNull()
})

it('lists a report only once when the feed delivers it before the outbox', async () => {
  const at = new Date().toISOString()
  const payload = {
    ...{ title: 'Loose railing', description: 'x', severity: 'high', position: null },
    ...{ zoneId: enteredZone.id, zoneName: enteredZone.name, requestId: me },
  }
  await outbox.add({ id: crypto.randomUUID(), kind: 'hazard report', userId: me, payload, at })
  const reportFields = { title: 'Loose railing', reportedBy: { id: me, name: 'Ana Ruiz' } }
  const storedHazard = aHazard({ ...reportFields, description: 'x', createdAt: at })
  openPage({
    'hazards/report': neverAnswer,
    'hazards/list': () => answer({ rows: [storedHazard], next: null }),
  })
  await screen.findByRole('button', { name: 'View Details of Loose railing' })
  expect(screen.getAllByText('Loose railing')).toHaveLength(1)
})

it('a queued report stays in the list beside another one with the same title', async () => {
  const at = new Date().toISOString()
  const payload = {
    ...{ title: 'Spill', description: 'East end', severity: 'high', position: null },
    ...{ zoneId: enteredZone.id, zoneName: enteredZone.name, requestId: me },
  }
  await outbox.add({ id: crypto.randomUUID(), kind: 'hazard report', userId: me, payload, at })
  const westHazard = aHazard({
    title: 'Spill',
    description: 'West end',
    createdAt: at,
    reportedBy: { id: me, name: 'Ana Ruiz' },
  })
  openPage({
    'hazards/report': neverAnswer,
    'hazards/list': () => answer({ rows: [westHazard], next: null }),
  })
  await screen.findByRole('button', { name: 'View Details of Spill' })
  expect(screen.getByRole('list', { name: 'Not sent yet' }).textContent).toContain('East end')
})

it('retries only the files of a report whose files did not arrive', async () => {
  const { user, inputs } = openPage(
    {
      'hazards/report': () => answer({ hazardId: aHazard().id }),
      'hazards/list': () => answer({ rows: [], next: null }),
    },
    '/hazards?report=true',
  )
  let serverWorks = false
  const uploadAddresses: string[] = []
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {}
      status = 0
      responseText = ''
      onload: () => void = () => undefined
      onerror: () => void = () => undefined
      open(_method: string, address: string) {
        uploadAddresses.push(address)
      }
      setRequestHeader() {}
      send() {
        if (!serverWorks) return this.onerror()
        this.status = 200
        const attachment = {
          id: aHazard().id,
          name: 'plan.pdf',
          kind: 'pdf',
          size: 3,
          url: '/files/x',
          thumbnailUrl: null,
        }
        this.responseText = JSON.stringify({ attachment })
        this.onload()
      }
    },
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Report Notification' }))
  const sendButton = dialog.getByRole('button', { name: 'Report Notification' })
  expect(sendButton).toHaveProperty('disabled', true)
  await user.type(dialog.getByLabelText(/^Title/), 'Oil on the stairs')
  await user.upload(dialog.getByTestId('file-input'), [
    new File(['pdf'], 'plan.pdf', { type: 'application/pdf' }),
    new File([new Uint8Array(11 * 1024 * 1024)], 'film.mp4', { type: 'video/mp4' }),
  ])
  expect(await dialog.findByText('All files must be less than 10MB')).toBeTruthy()
  await user.click(sendButton)
  expect(await dialog.findByText('Notification created but file upload failed')).toBeTruthy()
  expect(dialog.getByLabelText(/^Title/)).toHaveProperty('disabled', true)
  serverWorks = true
  await user.click(dialog.getByRole('button', { name: 'Send files again' }))
  expect(await screen.findByText('Notification reported successfully')).toBeTruthy()
  expect(inputs.filter(([name]) => name === 'hazards/report')).toHaveLength(1)
  const requestIds = uploadAddresses.map(address =>
    new URL(address, 'http://x').searchParams.get('requestId'),
  )
  expect(new Set(requestIds).size).toBe(1)
  expect(uploadAddresses).toHaveLength(2)
})

it('the owner of a finding reads which drill it comes from, and marks it done', async () => {
  const finding = {
    ...{ emergencyId: aHazard().id, drill: true, kind: 'evacuate' as const, zoneName: 'North yard' },
    declaredAt: '2026-11-20T09:00:00.000Z',
  }
  const { inputs, user } = openPage(
    {
      'hazards/list': () => answer({ rows: [aHazard()], next: null }),
      'hazards/get': () => answer(aHazardDetail({ maySet: ['resolved'], finding })),
      'hazards/setStatus': ({ to }) => answer({ status: to }),
    },
    `/hazards?hazard=${aHazard().id}`,
  )
  expect(await screen.findByText(/^Drill, North yard, /)).toBeTruthy()
  // App users have no report to open.
  expect(screen.queryByRole('link', { name: /^Drill, North yard/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Done' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Done?' }))
  await user.type(dialog.getByLabelText('Note'), 'New lock')
  await user.click(dialog.getByRole('button', { name: 'Done' }))
  await waitFor(() =>
    expect(inputs).toContainEqual([
      'hazards/setStatus',
      expect.objectContaining({ from: 'open', to: 'resolved', note: 'New lock' }),
    ]),
  )
})

it('an overdue hazard is marked in words', async () => {
  openPage({
    'hazards/list': () => answer({ rows: [aHazard({ dueAt: '2026-01-01T00:00:00.000Z' })], next: null }),
  })
  expect(await screen.findByText('Overdue')).toBeTruthy()
})

it('a broken picture on a card refetches the list, which brings fresh links for all', async () => {
  let callCount = 0
  openPage({
    'hazards/list': () => {
      callCount++
      const rows = [1, 2].map(n =>
        aHazard({ id: `0192f0c0-0000-7000-8000-00000000080${n}`, thumbnailUrl: `/files/${n}?${callCount}` }),
      )
      return answer({ rows, next: null })
    },
  })
  const listPictures = () => [...document.querySelectorAll<HTMLImageElement>('article img')]
  const listSources = () => listPictures().map(it => it.getAttribute('src'))
  await waitFor(() => expect(listSources()).toEqual(['/files/1?1', '/files/2?1']))
  for (const picture of listPictures()) fireEvent.error(picture)
  await waitFor(() => expect(listSources()).toEqual(['/files/1?2', '/files/2?2']))
  expect(callCount).toBe(2)
  for (const picture of listPictures()) fireEvent.error(picture)
  await waitFor(() => expect(listPictures()).toEqual([]))
  expect(callCount).toBe(2)
})

describe('a card', () => {
  it('shows when the hazard was due and who is assigned', async () => {
    const bo = { id: '0192f0c0-0000-7000-8000-000000000002', name: 'Bo Lind' }
    openPage({
      'hazards/list': () =>
        answer({ rows: [aHazard({ dueAt: '2026-01-01T00:00:00.000Z', assignee: bo })], next: null }),
    })
    const card = within(await screen.findByRole('article'))
    expect(card.getByText(/^Was due/)).toBeTruthy()
    expect(card.getByText('Assigned to')).toBeTruthy()
  })

  it('shows that nobody is assigned, unless it is settled', async () => {
    const closedFields = {
      id: '0192f0c0-0000-7000-8000-000000000302',
      title: 'Ladder',
      status: 'closed',
    } as const
    const dueAt = '2099-01-01T00:00:00.000Z'
    openPage({
      'hazards/list': () =>
        answer({
          rows: [aHazard({ dueAt }), aHazard({ ...closedFields, dueAt: '2026-01-01T00:00:00.000Z' })],
          next: null,
        }),
    })
    const [openCard, settledCard] = await screen.findAllByRole('article')
    expect(openCard?.textContent).toMatch(/Unassigned.*Due Jan 1/)
    expect(settledCard?.textContent).not.toMatch(/Unassigned|[Dd]ue/)
  })
})

it('filters on the server by overdue, mine and unassigned, and stores the filter in the URL', async () => {
  const { app, user, inputs } = openPage({ 'hazards/list': () => answer({ rows: [aHazard()], next: null }) })
  const findLastListInput = () => inputs.findLast(([name]) => name === 'hazards/list')?.[1]
  await user.click(await screen.findByRole('button', { name: 'Overdue', pressed: false }))
  await waitFor(() => expect(findLastListInput()).toMatchObject({ overdue: true }))
  await user.click(screen.getByRole('button', { name: 'Mine: assigned to me' }))
  await waitFor(() => expect(findLastListInput()).toMatchObject({ overdue: true, assigned: 'me' }))
  await user.click(screen.getByRole('button', { name: 'Unassigned' }))
  await waitFor(() => expect(findLastListInput()).toMatchObject({ overdue: true, assigned: 'me_or_nobody' }))
  await user.click(screen.getByRole('button', { name: 'Mine: assigned to me', pressed: true }))
  await waitFor(() => expect(findLastListInput()).toMatchObject({ overdue: true, assigned: 'nobody' }))
  expect(app.path()).toContain('assigned=nobody')
  await user.click(screen.getByRole('button', { name: 'Unassigned', pressed: true }))
  await waitFor(() => expect(app.path()).not.toContain('assigned'))
})

it('overdue and a settled status replace each other, because both together would show nothing', async () => {
  const { app, user } = openPage(
    { 'hazards/list': () => answer({ rows: [aHazard()], next: null }) },
    '/hazards?status=closed',
  )
  await user.click(await screen.findByRole('button', { name: 'Overdue', pressed: false }))
  await waitFor(() => expect(app.path()).toContain('overdue'))
  expect(app.path()).not.toContain('status')
  await user.click(screen.getByRole('combobox', { name: 'Status' }))
  await user.click(await screen.findByRole('option', { name: 'Resolved' }))
  await waitFor(() => expect(app.path()).toContain('status=resolved'))
  expect(app.path()).not.toContain('overdue')
})

describe('the poster of another zone', () => {
  const yard = aZone({ ...enteredZone, id: '0192f0c0-0000-7000-8000-000000000102', name: 'South yard' })
  const openReport = (zones: ReturnType<typeof aZone>[], handlers: Handlers = {}) => {
    zoneSelectionStore.set(aProfile().id, enteredZone.id)
    const inputs: [string, unknown][] = []
    fakeServer(
      {
        ...createServerHandlers('app_user', [enteredZone, ...zones]),
        'hazards/report': () => answer({ hazardId: aHazard().id }),
        'zones/available': () => answer({ rows: [], next: null }),
        ...handlers,
      },
      (name, input) => inputs.push([name, input]),
    )
    signIn()
    renderPage(`/hazards?report=1&zone=${yard.id}`)
    return { inputs, user: userEvent.setup() }
  }

  it('reports into its zone, not into the selected one', async () => {
    const { inputs, user } = openReport([yard])
    const dialog = within(await screen.findByRole('dialog', { name: 'Report Notification' }))
    expect(dialog.getByText('South yard')).toBeTruthy()
    await user.type(dialog.getByLabelText(/^Title/), 'Oil on the stairs')
    await user.type(dialog.getByLabelText(/^Description/), 'Slippery')
    await user.click(dialog.getByRole('button', { name: 'Report Notification' }))
    await waitFor(() =>
      expect(inputs.find(([name]) => name === 'hazards/report')?.[1]).toMatchObject({ zoneId: yard.id }),
    )
  })

  it('offers no form to a person without access, and explains why', async () => {
    const { user } = openReport([])
    expect(await screen.findByText('You don’t belong to this zone')).toBeTruthy()
    expect(screen.getByText(/Your report wasn’t sent\. Tell someone on site\.$/)).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(screen.getByRole('button', { name: `Back to ${enteredZone.name}` }))
    expect(await screen.findByText('No notifications found')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('asks an invited person to accept the invitation', async () => {
    openReport([{ ...yard, invited: true }])
    expect(await screen.findByText('You’re invited to South yard')).toBeTruthy()
    expect(screen.getByText('Accept the invitation to report something at South yard.')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('tells a read-only manager that they cannot report', async () => {
    openReport([{ ...yard, myRole: 'zone_manager_ro' }])
    expect(await screen.findByText('You can’t report here')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
