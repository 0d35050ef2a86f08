import type { MyZone } from '@muster/contract/zones.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { zoneSelectionStore } from '../../lib/session/zone-selection-store.ts'
import { sessionStore } from '../../lib/session-store.ts'
import { FakeSocket } from '../../live/fake-socket.ts'
import { answer, fakeServer, refusal } from '../../testing/fake-server.ts'
import { createInsideHandlers } from '../../testing/inside.ts'
import { aProfile, aZone, createServerHandlers, signIn } from '../../testing/people.ts'
import { renderPage } from '../../testing/render.tsx'
import { aDocument } from '../documents/testing/a-document.ts'
import { aHazard } from '../hazards/testing/a-hazard.ts'
import { aRequest } from '../sharing/testing/a-request.ts'
import { aStatus } from './testing/a-status.ts'

const enteredZone = aZone({ entryExpiresAt: '2036-01-01T00:00:00.000Z' })
const presenceHandlers = { 'presence/mine': () => answer({ zones: [] }) }

it('welcomes a member and shows the zone and the check button', async () => {
  fakeServer({ ...createServerHandlers('app_user', [enteredZone]), ...presenceHandlers })
  signIn()
  renderPage('/dashboard')
  expect(await screen.findByRole('heading', { name: 'Welcome, Ana' })).toBeTruthy()
  expect(screen.getByText('3 / 50 inside')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Check Zone Location' }).getAttribute('href')).toContain(
    '/my-zones',
  )
  expect(screen.queryByRole('link', { name: 'Zone Users' })).toBeNull()
})

it('a member’s home starts with the check and what waits for them; nothing waiting takes a line', async () => {
  const invitedZone = aZone({
    id: '0192f0c0-0000-7000-8000-000000000102',
    name: 'South gate',
    invited: true,
    entryExpiresAt: null,
  })
  const emptyPage = { rows: [], next: null }
  const quietHandlers = {
    ...presenceHandlers,
    'groups/count': () => answer({ mine: 0, unread: 0, all: 0 }),
    'broadcasts/list': () => answer(emptyPage),
    'documents/files': () => answer(emptyPage),
    'hazards/list': () => answer(emptyPage),
    'presence/trackingRequests': () => answer({ requests: [] }),
  }
  fakeServer({ ...createServerHandlers('app_user', [enteredZone]), ...quietHandlers })
  signIn()
  const app = renderPage('/dashboard')
  const state = within(await screen.findByRole('region', { name: 'North yard' }))
  expect(state.getByRole('button', { name: 'Check Position' })).toBeTruthy()
  expect(state.queryByText('Active')).toBeNull()
  expect(await screen.findByText('Nothing is waiting for you.')).toBeTruthy()
  app.unmount()
  const readInputs: unknown[] = []
  fakeServer({
    ...createServerHandlers('app_user', [enteredZone, invitedZone]),
    ...quietHandlers,
    'groups/count': () => answer({ mine: 1, unread: 4, all: 1 }),
    'documents/files': () => answer({ rows: [aDocument()], next: null }),
    'hazards/list': input => {
      readInputs.push(input)
      return answer({ rows: input?.reportedByMe ? [aHazard({ title: 'Wet stairs' })] : [], next: null })
    },
  })
  zoneSelectionStore.set(aProfile().id, enteredZone.id)
  renderPage('/dashboard')
  const waiting = within(await screen.findByRole('region', { name: 'Waiting for you' }))
  await waitFor(() => expect(waiting.getAllByRole('link').map(link => link.textContent)).toHaveLength(4))
  expect(waiting.getAllByRole('link').map(link => link.textContent)).toEqual([
    'Invitation to South gateAccept or decline',
    'Site rulesRead and confirm',
    '4 unread messages',
    'Your report: Wet stairsOpen',
  ])
  const readHref = (name: RegExp) => waiting.getByRole('link', { name }).getAttribute('href')
  expect(readHref(/Site rules/)).toBe(`/documents?document=${aDocument().id}&zone=${enteredZone.id}`)
  expect(readHref(/unread/)).toBe('/my-groups')
  expect(readInputs).toContainEqual(expect.objectContaining({ zoneId: enteredZone.id, reportedByMe: true }))
})

it('shows counts of open items and lists the newest ones', async () => {
  fakeServer({
    ...createServerHandlers('app_user', [enteredZone]),
    ...presenceHandlers,
    'groups/count': () => answer({ mine: 2, unread: 2, all: 2 }),
    'presence/trackingRequests': () =>
      answer({ requests: [aRequest(), aRequest({ id: enteredZone.id, status: 'declined' })] }),
  })
  signIn()
  renderPage('/dashboard')
  await screen.findByRole('heading', { name: 'Welcome, Ana' })
  const requests = screen.getByRole('region', { name: 'Pending Requests' })
  await waitFor(() => expect(within(requests).getAllByRole('listitem')).toHaveLength(2))
  expect(within(requests).getByRole('heading').textContent).toBe('Pending Requests1')
  expect(screen.getByText('My Groups').parentElement?.textContent).toBe('My Groups22 unread')
  expect(await screen.findByText('No files yet.')).toBeTruthy()
  for (const [name, to] of Object.entries({ 'My Groups': '/my-groups', 'Zone Files': '/documents' })) {
    const list = within(screen.getByRole('region', { name }))
    expect(list.getByRole('link', { name: `View All ${name}` }).getAttribute('href')).toBe(to)
  }
  const actions = within(screen.getByRole('region', { name: 'Quick actions' }))
  const reportLink = actions.getByRole('link', { name: 'Report Notification' })
  expect(reportLink.getAttribute('href')).toBe('/hazards?report=true')
  expect(actions.getByRole('button', { name: 'Request Location Tracking' })).toBeTruthy()
})

it('shows how many notifications are in progress, and nothing at zero', async () => {
  const counts = { open: 3, unsettled: 5, overdue: 1 }
  fakeServer({
    ...createServerHandlers('app_user', [enteredZone]),
    ...presenceHandlers,
    'hazards/count': () => answer(counts),
  })
  signIn()
  const app = renderPage('/dashboard')
  const readFigureText = () => screen.getAllByText('Active Notifications')[0]?.parentElement?.textContent
  await screen.findByRole('heading', { name: 'Welcome, Ana' })
  await waitFor(() => expect(readFigureText()).toBe('Active Notifications32 in progress, 1 overdue'))
  app.unmount()
  fakeServer({
    ...createServerHandlers('app_user', [enteredZone]),
    ...presenceHandlers,
    'hazards/count': () => answer({ open: 3, unsettled: 3, overdue: 0 }),
    'hazards/list': () => answer({ rows: [aHazard()], next: null }),
  })
  renderPage('/dashboard')
  await screen.findByRole('heading', { name: 'Welcome, Ana' })
  await waitFor(() => expect(readFigureText()).toBe('Active Notifications3'))
})

it('requests that could not be loaded are not counted as none', async () => {
  fakeServer({
    ...createServerHandlers('app_user', [enteredZone]),
    ...presenceHandlers,
    'presence/trackingRequests': () => refusal(403, 'FORBIDDEN', 'No'),
  })
  signIn()
  renderPage('/dashboard')
  expect(await screen.findByText('Failed to load location requests')).toBeTruthy()
  for (const element of screen.getAllByText(/^Pending Requests/))
    expect(element.parentElement?.textContent).not.toContain('0')
})

it('the dashboard of a member follows their zone', async () => {
  FakeSocket.instances = []
  vi.stubGlobal('WebSocket', FakeSocket)
  fakeServer({ ...createServerHandlers('app_user', [enteredZone]), ...presenceHandlers })
  signIn()
  renderPage('/dashboard')
  await screen.findByText('3 / 50 inside')
  await waitFor(() => expect(FakeSocket.instances).toHaveLength(1))
  act(() => FakeSocket.last.open())
  expect((FakeSocket.last.sent[0] as { topics: string[] }).topics).toContain(`zone:${enteredZone.id}`)
})

it('a person without a zone sees their code, and can check there again for zones', async () => {
  let zones = [] as MyZone[]
  fakeServer({
    ...createServerHandlers('app_user'),
    ...presenceHandlers,
    'zones/mine': () => answer({ zones }),
  })
  signIn()
  const app = renderPage('/dashboard')
  expect(await screen.findByText('MUS-BCDF-GHJK-MNPR')).toBeTruthy()
  zones = [aZone()]
  screen.getByRole('button', { name: 'Check Zone Status' }).click()
  await waitFor(() => expect(app.path()).toBe('/zone-selection?next=%2Fdashboard'))
})

it('the super admin sees the counts, and no zero after a failed read', async () => {
  let serverFails = false
  fakeServer({
    ...createServerHandlers('super_admin', [enteredZone]),
    'accounts/count': () => answer({ all: 1_234, inside: 0, outside: 0, unknown: 0, unseen: 0 }),
    'dashboards/systemStatus': () => answer(aStatus()),
    'documents/countAll': () => answer({ documents: 7 }),
    'zones/counts': () =>
      serverFails ? refusal(403, 'FORBIDDEN', 'No') : answer({ all: 2, active: 1, pending: 0, suspended: 1 }),
  })
  signIn()
  const app = renderPage('/super-admin-dashboard')
  await waitFor(() => expect(screen.getByText('Total Zones').parentElement?.textContent).toBe('Total Zones2'))
  expect(screen.getByText('Active Zones').parentElement?.textContent).toBe('Active Zones1')
  await waitFor(() =>
    expect(screen.getByText('Total Users').parentElement?.textContent).toBe('Total Users1,234'),
  )
  expect(screen.getByText('Documents').parentElement?.textContent).toBe('Documents7')
  const links = within(screen.getByRole('region', { name: 'Quick actions' })).getAllByRole('link')
  expect(links.map(link => link.getAttribute('href'))).toEqual(['/users', '/zones', '/hazards', '/settings'])
  app.unmount()
  serverFails = true
  renderPage('/super-admin')
  expect(await screen.findByText('Failed to load dashboard statistics')).toBeTruthy()
  expect(screen.getByText('Total Zones').parentElement?.textContent).toBe('Total Zones–')
})

it('members cannot open the super admin dashboard', async () => {
  const calls = fakeServer({ ...createServerHandlers('app_user', [enteredZone]), ...presenceHandlers })
  signIn()
  renderPage('/super-admin-dashboard')
  expect(await screen.findByText('This page is for administrators.')).toBeTruthy()
  expect(calls).not.toContain('zones/counts')
})

it('a manager’s dashboard starts with who is inside, and links to all of them', async () => {
  const managedZone = { ...enteredZone, myRole: 'zone_manager_rw' as const }
  const now = new Date().toISOString()
  const insidePeople = ['Ana Ruiz', 'Bo Lind', 'Cy Novak', 'Dee Oh', 'Eve Poe', 'Flo Quinn'].map(
    (name, index) => ({
      userId: `0192f0c0-0000-7000-8000-00000000020${index}`,
      name,
      role: 'app_user' as const,
      since: now,
      lastSeen: now,
      accuracyMeters: 5,
      mock: false,
    }),
  )
  fakeServer({
    ...createServerHandlers('zone_manager_rw', [managedZone]),
    ...presenceHandlers,
    ...createInsideHandlers({ zoneId: enteredZone.id, maxCapacity: 50 }, insidePeople),
  })
  signIn()
  const app = renderPage('/dashboard')
  const insideSection = within(await screen.findByRole('region', { name: 'Currently Inside' }))
  await waitFor(() => expect(insideSection.getByTestId('inside-count').textContent).toBe('6'))
  expect(await insideSection.findAllByRole('listitem')).toHaveLength(5)
  expect(insideSection.getByText('And 1 more.')).toBeTruthy()
  insideSection.getByRole('link', { name: 'Inside now' }).click()
  await screen.findByRole('heading', { name: 'Inside now', level: 1 })
  expect(app.path()).toBe('/inside-now')
  expect(await screen.findAllByRole('listitem', { name: '' })).not.toHaveLength(0)
  expect(await screen.findByRole('button', { name: 'Call Flo Quinn' })).toBeTruthy()
})

it('a manager’s home begins with open calls for help, with Call, until one is handled, and with overdue hazards', async () => {
  const managedZone = { ...enteredZone, myRole: 'zone_manager_rw' as const }
  const personId = '0192f0c0-0000-7000-8000-000000000301'
  const answerTo = '0192f0c0-0000-7000-8000-000000000302'
  let isHandled = false
  const inputs: [string, unknown][] = []
  fakeServer(
    {
      ...createServerHandlers('zone_manager_rw', [managedZone]),
      ...presenceHandlers,
      ...createInsideHandlers({ zoneId: enteredZone.id, maxCapacity: 50 }, []),
      'hazards/count': () => answer({ open: 1, unsettled: 1, overdue: 1 }),
      'alerts/list': input =>
        answer({
          rows:
            input?.openCalls && !isHandled
              ? [
                  {
                    id: '0192f0c0-0000-7000-8000-000000000303',
                    type: 'broadcast',
                    title: 'Bo Lind needs help',
                    description: 'Stuck: Storm',
                    zoneId: enteredZone.id,
                    metadata: { answerTo, personId, personName: 'Bo Lind', meaning: 'help' },
                    isRead: true,
                    createdAt: '2026-11-20T09:00:00.000Z',
                  },
                ]
              : [],
          next: null,
        }),
      'broadcasts/see': () => {
        isHandled = true
        return answer({ seen: false })
      },
    },
    (name, input) => inputs.push([name, input]),
  )
  signIn()
  renderPage('/dashboard')
  const calls = within(await screen.findByRole('region', { name: 'Calls for help' }))
  expect(calls.getByRole('button', { name: 'Call Bo Lind' })).toBeTruthy()
  const overdue = await screen.findByRole('link', { name: '1 overdue hazard' })
  expect(overdue.getAttribute('href')).toBe('/hazards?overdue=true')
  calls.getByRole('button', { name: 'Handled: Bo Lind needs help' }).click()
  within(await screen.findByRole('dialog'))
    .getByRole('button', { name: 'Handled' })
    .click()
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Calls for help' })).toBeNull())
  expect(inputs).toContainEqual(['broadcasts/see', { broadcastId: answerTo, personId, handled: true }])
})

it('an administrator’s home says what is wrong above the totals', async () => {
  const status = aStatus()
  fakeServer({
    ...createServerHandlers('super_admin', []),
    'presence/insideCounts': () =>
      answer({
        ...{ people: 500, parts: { byPhone: 500, byBadge: 0, visitors: 0 }, unseen: 131 },
        ...{ zones: 2, zonesOverCapacity: 1, zonesWithUnseen: 1 },
      }),
    'dashboards/systemStatus': () =>
      answer({
        ...status,
        backups: {
          ...status.backups,
          figures: status.backups.figures && { ...status.backups.figures, lastAt: null },
        },
      }),
  })
  signIn()
  renderPage('/super-admin-dashboard')
  const lines = within(await screen.findByRole('region', { name: 'Needs attention' }))
  await waitFor(() =>
    expect(lines.getAllByRole('link').map(it => [it.textContent, it.getAttribute('href')])).toEqual([
      ['1 zone over capacity', '/inside-now?only=over'],
      ['131 not seen', '/inside-now?only=unseen'],
      ['no backup yet', '/super-admin/backups'],
    ]),
  )
})

it('stores the meeting points on the device, also for signed-out people', async () => {
  const point = { name: 'North gate', lat: 28.6, lng: 77.2, radiusMeters: 20 }
  fakeServer({
    ...createServerHandlers('app_user', [enteredZone]),
    ...presenceHandlers,
    'emergencies/points': () => answer({ points: [point] }),
  })
  signIn()
  const app = renderPage('/dashboard')
  const notes = within(await screen.findByRole('region', { name: 'In an emergency' }))
  expect(notes.queryByRole('link', { name: 'North gate' })).toBeNull()
  notes.getByRole('button', { name: 'In an emergency' }).click()
  expect(await notes.findByRole('link', { name: 'North gate' })).toBeTruthy()
  app.unmount()
  act(() => sessionStore.clear())
  fakeServer({})
  renderPage('/login')
  const meetingPoints = within(await screen.findByRole('region', { name: 'Meeting points of North yard' }))
  expect(meetingPoints.getByRole('link', { name: 'North gate' })).toBeTruthy()
})
