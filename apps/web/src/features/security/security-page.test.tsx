import type { SecurityEvent } from '@muster/contract/security.ts'
import type { Role } from '@muster/domain/role.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import {
  answer,
  fakeServer,
  type Handlers,
  noNetwork,
  type OutputOf,
  refusal,
} from '../../testing/fake-server.ts'
import { serverFor, signIn } from '../../testing/people.ts'
import { renderApp } from '../../testing/render.tsx'

vi.setConfig({ testTimeout: 20_000 })

const idOf = (n: number) => `0192f0c0-0000-7000-8000-${String(n).padStart(12, '0')}`

function anEvent(number: number, changes: Partial<SecurityEvent> = {}): SecurityEvent {
  return {
    id: idOf(number),
    number,
    type: 'login_failed',
    description: `A sign-in failed, number ${number}.`,
    severity: 'low',
    actor: null,
    affected: { id: idOf(900), name: 'Ben Cole' },
    metadata: { ip: '10.2.3.4' },
    createdAt: '2026-11-20T09:00:00.000Z',
    ...changes,
  }
}

const figures = { events: 7, failedSignIns: 4, successfulSignIns: 2, failedPins: 1, locationAccesses: 0 }
const calm = { last24Hours: figures, suspiciousAccounts: [], breachNotices: 0 }
const ben = {
  userId: idOf(900),
  name: 'Ben Cole',
  email: 'ben@example.org',
  totalFailures: 14,
  status: 'active' as const,
  maySetStatus: true,
}

/** The page at an address, with the log of `events` (the newest first) and handlers of one's own. */
function open(address: string, events: SecurityEvent[], more: Handlers = {}) {
  const asked: Record<string, unknown>[] = []
  const calls = fakeServer({
    ...serverFor('admin'),
    'security/dashboard': () => answer(calm),
    'security/events': input => {
      const { type, search } = input
      const before = input.cursor === undefined ? undefined : Number(input.cursor)
      const number = input.number === undefined ? undefined : Number(input.number)
      asked.push(input)
      const all = events.filter(
        one =>
          (before === undefined || one.number < before) &&
          (number === undefined || one.number === number) &&
          (type === undefined || one.type === type) &&
          (search === undefined || one.description.includes(search)),
      )
      const page = all.slice(0, Number(input.limit))
      return answer({ rows: page, next: all.length > page.length ? String(page.at(-1)?.number) : null })
    },
    'security/auditRlsCompliance': () => answer({ tablesChecked: 38, compliant: true, findings: [] }),
    ...more,
  })
  signIn()
  return { app: renderApp(address), asked, calls, user: userEvent.setup() }
}

/** A failure that is none of the contract's, and is not asked again. */
const broken = () => ({
  status: 400,
  body: { json: { defined: false, code: 'BAD_REQUEST', status: 400, message: 'Bad Request' } },
})
// This DOM takes a while over a hundred rows, and longer to look for roles among them.
const slow = { timeout: 8000 }
const rowCount = () => document.querySelectorAll('ol > li').length
const log = () => screen.findByRole('list', { name: 'Security events, newest first' })

it.each<Role>(['app_user', 'worker', 'zone_manager_rw', 'client_admin'])(
  'is closed to a person with the role %s, and asks the server nothing about security',
  async role => {
    const calls = fakeServer(serverFor(role))
    signIn()
    renderApp('/security')
    expect(await screen.findByText('You do not have permission to view security')).toBeTruthy()
    expect(calls.filter(name => name.startsWith('security/'))).toEqual([])
  },
)

it('is closed, too, when the server refuses: the role was taken away meanwhile', async () => {
  open('/security', [], { 'security/dashboard': () => refusal(403, 'FORBIDDEN', 'No') })
  expect(await screen.findByText('You do not have permission to view security')).toBeTruthy()
})

it('stands in the menu of internal admins, after Zones', async () => {
  open('/security', [])
  const menu = await screen.findByRole('navigation', { name: /menu|main/i })
  const names = within(menu)
    .getAllByRole('link')
    .map(link => link.textContent)
  expect(names.indexOf('Security')).toBeGreaterThan(names.indexOf('Zones'))
})

it('shows the figures of the day; one pressed shows the events it counts, pressed again all', async () => {
  const { app, asked, user } = open('/security', [anEvent(1)])
  const failed = await screen.findByRole('button', { name: /Failed sign-ins\s*4/ })
  await user.click(failed)
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ type: 'login_failed' }))
  const from = Date.parse(String(asked.at(-1)?.from))
  expect(Math.abs(Date.now() - 86_400_000 - from)).toBeLessThan(60_000)
  expect(failed.getAttribute('aria-pressed')).toBe('true')
  await user.click(failed)
  await waitFor(() => expect(app.path()).toBe('/security'))
})

it('never shows a figure that could not be loaded as 0, and says what failed', async () => {
  let works = false
  const { user } = open('/security', [anEvent(1)], {
    'security/dashboard': () => (works ? answer(calm) : broken()),
  })
  expect(await screen.findByText('Failed to load the security overview')).toBeTruthy()
  expect(screen.getByRole('button', { name: /Failed sign-ins\s*–/ })).toBeTruthy()
  works = true
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('button', { name: /Failed sign-ins\s*4/ })).toBeTruthy()
})

it('pages through the log by the number of the last row, without doubles', async () => {
  const events = Array.from({ length: 130 }, (_, n) => anEvent(130 - n))
  const { asked, user } = open('/security', events)
  expect(await screen.findByText('The newest 100 events shown', {}, slow)).toBeTruthy()
  expect(rowCount()).toBe(100)
  await user.click(await screen.findByText('Load more', {}, slow))
  expect(await screen.findByText('130 events in all', {}, slow)).toBeTruthy()
  expect(rowCount()).toBe(130)
  expect(asked.map(({ cursor }) => cursor)).toEqual([undefined, '31'])
  expect(screen.queryByText('Load more')).toBeNull()
})

it('keeps the rows when the next page fails, and tries again', async () => {
  const events = Array.from({ length: 101 }, (_, n) => anEvent(101 - n))
  let works = false
  const { user } = open('/security', events, {
    'security/events': input => {
      if (input.cursor !== undefined) return works ? answer({ rows: [anEvent(1)], next: null }) : broken()
      return answer({ rows: events.slice(0, 100), next: '2' })
    },
  })
  await user.click(await screen.findByText('Load more', {}, slow))
  expect(await screen.findByText(/Could not load more events/, {}, slow)).toBeTruthy()
  expect(screen.queryByText('Failed to load events')).toBeNull()
  works = true
  await user.click(await screen.findByText('Load more', {}, slow))
  expect(await screen.findByText('101 events in all', {}, slow)).toBeTruthy()
})

it('filters as the address says, and keeps what is typed in the address', async () => {
  const { app, asked, user } = open('/security?severity=high&from=2026-11-01T00:00:00.000Z', [anEvent(1)])
  await log()
  expect(asked[0]).toMatchObject({ severity: 'high', from: '2026-11-01T00:00:00.000Z' })
  await user.type(screen.getByRole('searchbox', { name: 'Search type and description' }), 'nothing')
  expect(await screen.findByText('No events match', {}, slow)).toBeTruthy()
  expect(app.path()).toContain('q=nothing')
  const [clear] = screen.getAllByRole('button', { name: 'Clear filters' })
  if (clear) await user.click(clear)
  await log()
  expect(app.path()).toBe('/security')
})

it('filters by a person found by their email, and says when there is no such account', async () => {
  const { app, user } = open('/security', [anEvent(1)], {
    'security/checkSuspiciousActivity': input => {
      const known = input.userEmail === 'ben@example.org'
      const none = {
        isSuspicious: false,
        recentFailures: 0,
        totalFailures: 0,
        shouldLock: false,
        account: null,
      }
      return answer({ ...none, userId: known ? idOf(900) : null })
    },
  })
  await log()
  const person = screen.getByLabelText('Person')
  await user.type(person, 'bob@example.org{Enter}')
  expect(await screen.findByText('No account has this email.')).toBeTruthy()
  await user.clear(person)
  await user.type(person, 'ben@example.org{Enter}')
  await waitFor(() => expect(app.path()).toContain(idOf(900)))
  expect((screen.getByLabelText('Person') as HTMLInputElement).value).toBe('Ben Cole')
})

it('says when To lies before From', async () => {
  open('/security?from=2026-11-02T00:00:00.000Z&to=2026-11-01T00:00:00.000Z', [])
  expect(await screen.findByText('To must be later than From')).toBeTruthy()
})

it('tells no events yet from failed to load', async () => {
  open('/security', [])
  expect(await screen.findByText('No events yet')).toBeTruthy()
  expect(screen.queryByText('Failed to load events')).toBeNull()
})

it('says that the events failed to load, and nothing about there being none', async () => {
  open('/security', [], { 'security/events': broken })
  expect(await screen.findByText('Failed to load events')).toBeTruthy()
  expect(screen.queryByText('No events yet')).toBeNull()
})

it('opens the details in the address, with chain number and metadata, and closes them with Escape', async () => {
  const { app, user } = open('/security', [anEvent(57)])
  await user.click(await screen.findByRole('button', { name: /A sign-in failed, number 57/ }))
  const drawer = await screen.findByRole('region', { name: 'Event #57' })
  expect(app.path()).toContain('event=57')
  expect(within(drawer).getByText('10.2.3.4')).toBeTruthy()
  expect(within(drawer).getByText('login_failed')).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(app.path()).toBe('/security'))
})

it('opens an event out of a link though it is far down the log, and says when there is none', async () => {
  const events = Array.from({ length: 120 }, (_, n) => anEvent(120 - n)).filter(one => one.number !== 4)
  const { app, asked } = open('/security?event=3', events)
  const drawer = await screen.findByRole('region', { name: 'Event #3' })
  expect(await within(drawer).findByText('A sign-in failed, number 3.')).toBeTruthy()
  expect(asked).toContainEqual({ number: 3, limit: 1 })
  await app.router.navigate({ to: '/security', search: { event: 4 } })
  expect(await screen.findByText('No such event')).toBeTruthy()
})

it('downloads the filtered events under the name the server gives', async () => {
  const blobs: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation(blob => {
    blobs.push(blob as Blob)
    return 'blob:x'
  })
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  let filter: unknown
  const { user } = open('/security?type=zone_pin_failed', [anEvent(1)], {
    'security/eventsCsv': input => {
      filter = input
      return answer({ fileName: 'security-events-2026-11-20.csv', csv: 'number\r\n1\r\n', rows: 1 })
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Download CSV' }))
  expect(await screen.findByText('1 event in security-events-2026-11-20.csv.')).toBeTruthy()
  expect(names).toEqual(['security-events-2026-11-20.csv'])
  expect(await blobs[0]?.text()).toBe('number\r\n1\r\n')
  expect(filter).toMatchObject({ type: 'zone_pin_failed' })
  vi.restoreAllMocks()
})

it('lists suspicious accounts, says which should be locked, and leads to their events', async () => {
  const accounts = [
    { ...ben, recentFailures: 12 },
    { ...ben, userId: idOf(901), name: 'Cy Dahl', email: 'cy@example.org', recentFailures: 5 },
  ]
  const { app, user } = open('/security?section=accounts', [], {
    'security/dashboard': () => answer({ ...calm, suspiciousAccounts: accounts }),
  })
  const rows = within(await screen.findByRole('list', { name: 'Suspicious now' })).getAllByRole('listitem')
  expect(rows[0]?.textContent).toContain('Should be locked')
  expect(rows[0]?.textContent).toContain('12 failures in 15 minutes')
  expect(rows[1]?.textContent).toContain('Suspicious')
  await user.click(screen.getByRole('button', { name: 'Show events of Ben Cole' }))
  await waitFor(() => expect(app.path()).toBe(`/security?user=${idOf(900)}`))
})

it('suspends a suspicious account after saying what ends, and takes it back; not without the right', async () => {
  const set: unknown[] = []
  let status: 'active' | 'suspended' = 'active'
  const { user } = open('/security?section=accounts', [], {
    'security/dashboard': () =>
      answer({
        ...calm,
        suspiciousAccounts: [
          { ...ben, recentFailures: 12, status },
          { ...ben, userId: idOf(901), name: 'Ada Root', recentFailures: 5, maySetStatus: false },
        ],
      }),
    'security/setAccountStatus': input => {
      set.push(input)
      status = input.status as typeof status
      return answer(input)
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Suspend Ben Cole' }))
  expect(screen.queryByRole('button', { name: 'Suspend Ada Root' })).toBeNull()
  const dialog = within(await screen.findByRole('dialog', { name: 'Suspend Ben Cole?' }))
  expect(dialog.getByText(/Every session on every device/)).toBeTruthy()
  expect(set).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Suspend account' }))
  expect(await screen.findByText('Ben Cole is signed out everywhere.')).toBeTruthy()
  expect(await screen.findByText('Suspended')).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Lift the suspension of Ben Cole' }))
  const lift = within(await screen.findByRole('dialog', { name: 'Lift the suspension of Ben Cole?' }))
  await user.click(lift.getByRole('button', { name: 'Lift suspension' }))
  expect(await screen.findByRole('button', { name: 'Suspend Ben Cole' })).toBeTruthy()
  expect(set).toEqual([
    { userId: ben.userId, status: 'suspended' },
    { userId: ben.userId, status: 'active' },
  ])
})

it('checks any account by its email', async () => {
  const { user } = open('/security?section=accounts', [], {
    'security/checkSuspiciousActivity': () =>
      answer({
        userId: ben.userId,
        isSuspicious: false,
        recentFailures: 1,
        totalFailures: 2,
        shouldLock: false,
        account: { status: 'active', maySetStatus: false },
      }),
  })
  await user.click(await screen.findByRole('button', { name: 'Check' }))
  expect(screen.getByText('Enter the email of the account')).toBeTruthy()
  await user.type(screen.getByLabelText('Email'), 'ben@example.org{Enter}')
  expect(await screen.findByText('Not suspicious')).toBeTruthy()
  expect(screen.getByText('1 failure in 15 minutes')).toBeTruthy()
})

const aNotice = {
  id: idOf(50),
  description: 'A laptop was lost.',
  affectedUsersCount: 1200,
  severity: 'high' as const,
  metadata: {},
  account: null,
  createdBy: 'Ana Ruiz',
  createdAt: '2026-11-20T09:00:00.000Z',
}

it('reports a breach; an error, closing and opening again lose nothing that was typed', async () => {
  let works = false
  const sent: unknown[] = []
  const { app, user } = open('/security?section=audit', [], {
    'security/createBreachNotification': input => {
      if (!works) return noNetwork()
      sent.push(input)
      const { id, incidentDescription, affectedUsersCount, severity } = input
      return answer({ ...aNotice, id, description: incidentDescription, affectedUsersCount, severity })
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Report a breach' }))
  await user.click(await screen.findByRole('button', { name: 'Report breach' }))
  expect(await screen.findByText('Describe what happened')).toBeTruthy()
  expect(screen.getByText('Choose a severity')).toBeTruthy()
  await user.type(screen.getByLabelText(/What happened/), 'A laptop was lost.')
  await user.type(screen.getByLabelText(/Affected users/), '12')
  const dialog = screen.getByRole('dialog', { name: 'Report a breach' })
  await user.click(within(dialog).getByRole('combobox'))
  await user.click(await screen.findByRole('option', { name: 'High' }))
  await user.click(screen.getByRole('button', { name: 'Report breach' }))
  expect(await screen.findByText(/No answer from the server/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Report a breach' }))
  const description = await screen.findByLabelText(/What happened/)
  expect((description as HTMLTextAreaElement).value).toBe('A laptop was lost.')
  works = true
  await user.click(screen.getByRole('button', { name: 'Report breach' }))
  await waitFor(() => expect(app.path()).toBe('/security?section=breaches'))
  expect(sent).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      incidentDescription: 'A laptop was lost.',
      affectedUsersCount: 12,
      severity: 'high',
    },
  ])
  expect(sessionStorage.length).toBe(0)
})

it('opens a breach notice whole', async () => {
  const { user } = open('/security?section=breaches', [], {
    'security/breachNotices': () => answer({ rows: [aNotice], next: null }),
  })
  await user.click(await screen.findByRole('button', { name: /A laptop was lost/ }))
  const drawer = await screen.findByRole('region', { name: 'Breach notice' })
  expect(within(drawer).getByText('1,200')).toBeTruthy()
  expect(within(drawer).getByText('Ana Ruiz')).toBeTruthy()
})

it('leads from a breach notice to the events of the account it is about', async () => {
  const notice = {
    id: idOf(51),
    description: 'Many wrong passwords.',
    affectedUsersCount: 1,
    severity: 'high' as const,
    metadata: { recommendation: 'lock' },
    account: { id: idOf(7), name: 'Bo Lind' },
    createdBy: null,
    createdAt: '2026-11-20T09:00:00.000Z',
  }
  const { user, app } = open(`/security?section=breaches&notice=${notice.id}`, [], {
    'security/breachNotices': () => answer({ rows: [notice], next: null }),
  })
  const drawer = within(await screen.findByRole('region', { name: 'Breach notice' }))
  await user.click(drawer.getByRole('button', { name: 'Events of Bo Lind' }))
  await waitFor(() => expect(app.path()).toContain(`user=${idOf(7)}`))
})

it('names the tables without protection', async () => {
  open('/security?section=audit', [], {
    'security/auditRlsCompliance': () =>
      answer({
        tablesChecked: 38,
        compliant: false,
        findings: [{ schema: 'public', table: 'zones', problem: 'rls_disabled' }],
      }),
  })
  const findings = await screen.findByRole('list', { name: 'Findings' })
  expect(findings.textContent).toBe('public.zonesRow-level security is off')
  expect(screen.getByText('1 finding')).toBeTruthy()
  expect(screen.queryByText('Compliant')).toBeNull()
})

it('verifies the log only when asked, and names the first altered event', async () => {
  let report: OutputOf<'security/verifyChain'> = {
    events: 90,
    intact: true,
    firstBroken: null,
    problem: null,
  }
  const { app, calls, user } = open('/security?section=audit', [anEvent(57)], {
    'security/verifyChain': () => answer(report),
  })
  expect(await screen.findByText('Compliant')).toBeTruthy()
  expect(screen.getByText('Not verified yet')).toBeTruthy()
  expect(calls).not.toContain('security/verifyChain')
  await user.click(screen.getByRole('button', { name: 'Verify the log' }))
  expect(await screen.findByText('Intact')).toBeTruthy()
  report = { events: 90, intact: false, firstBroken: 57, problem: 'altered' }
  await user.click(screen.getByRole('button', { name: 'Verify the log' }))
  expect(await screen.findByText('Event #57 was altered')).toBeTruthy()
  expect(screen.queryByText('Intact')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show the event' }))
  await waitFor(() => expect(app.path()).toBe('/security?event=57'))
})

it('says when an event is missing, and offers no event to show', async () => {
  const { user } = open('/security?section=audit', [], {
    'security/verifyChain': () => answer({ events: 90, intact: false, firstBroken: 12, problem: 'missing' }),
  })
  await user.click(await screen.findByRole('button', { name: 'Verify the log' }))
  expect(await screen.findByText('Event #12 is missing')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show the event' })).toBeNull()
})

it('asks before it removes old data, says what it removes, and then how much it was', async () => {
  const sent: unknown[] = []
  const { user } = open('/security?section=clean-up', [], {
    'security/cleanUp': input => {
      sent.push(input)
      return answer({ positionChecks: 1200, visits: 1, olderThan: '2026-08-22T09:00:00.000Z' })
    },
  })
  const days = await screen.findByLabelText(/Retention \(days\)/)
  expect((days as HTMLInputElement).value).toBe('90')
  fireEvent.change(days, { target: { value: '0' } })
  await user.click(screen.getByRole('button', { name: 'Remove old data' }))
  expect(await screen.findByText('Enter 1 to 3,650 days')).toBeTruthy()
  fireEvent.change(days, { target: { value: '30' } })
  await user.click(screen.getByRole('button', { name: 'Remove old data' }))
  const dialog = await screen.findByRole('dialog', { name: 'Remove old data?' })
  expect(dialog.textContent).toMatch(/Position readings of everyone from before .*30 days ago/)
  expect(dialog.textContent).toMatch(/Visits of everyone that ended before/)
  expect(sent).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Remove data' }))
  expect(await screen.findByText(/1,200 readings and 1 visit of everyone/)).toBeTruthy()
  expect(sent).toEqual([{ retentionDays: 30, targetUserId: null }])
})

it('removes nothing when the person of the clean-up is unknown: never everyone by mistake', async () => {
  const { calls, user } = open('/security?section=clean-up', [], {
    'security/checkSuspiciousActivity': () =>
      answer({
        userId: null,
        isSuspicious: false,
        recentFailures: 0,
        totalFailures: 0,
        shouldLock: false,
        account: null,
      }),
  })
  await user.type(await screen.findByLabelText('Person (optional)'), 'nobody@example.org')
  await user.click(screen.getByRole('button', { name: 'Remove old data' }))
  expect(await screen.findByText('No account has this email.')).toBeTruthy()
  expect(screen.queryByRole('dialog', { name: 'Remove old data?' })).toBeNull()
  expect(calls).not.toContain('security/cleanUp')
})
