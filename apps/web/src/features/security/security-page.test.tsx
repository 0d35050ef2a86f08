import type { Role } from '@muster/domain/role.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { answer, fakeServer, refusal } from '../../testing/fake-server.ts'
import { createServerHandlers, signIn } from '../../testing/people.ts'
import { renderPage } from '../../testing/render.tsx'
import {
  anEvent,
  countRows,
  findLog,
  openSecurity,
  quietDashboard,
  slowTestOptions,
  toId,
  unexpectedFailure,
} from './testing/security-pages.ts'

it.each<Role>(['app_user', 'worker', 'zone_manager_rw', 'client_admin'])(
  'the page refuses a person with the role %s without asking the server about security',
  async role => {
    const calls = fakeServer(createServerHandlers(role))
    signIn()
    renderPage('/security')
    expect(await screen.findByText('You don’t have permission to view security')).toBeTruthy()
    expect(calls.filter(name => name.startsWith('security/'))).toEqual([])
  },
)

it('the page denies access when the server does, because the role was revoked in the meantime', async () => {
  openSecurity('/security', [], { 'security/dashboard': () => refusal(403, 'FORBIDDEN', 'No') })
  expect(await screen.findByText('You don’t have permission to view security')).toBeTruthy()
})

it('clicking a figure of the day filters the events it counts, and clicking it again shows all', async () => {
  const { app, inputs, user } = openSecurity('/security', [anEvent(1)])
  const failedFigure = await screen.findByRole('button', { name: /Failed sign-ins\s*4/ })
  await user.click(failedFigure)
  await waitFor(() => expect(inputs.at(-1)).toMatchObject({ type: 'login_failed' }))
  const from = Date.parse(String(inputs.at(-1)?.from))
  expect(Math.abs(Date.now() - 86_400_000 - from)).toBeLessThan(60_000)
  expect(failedFigure.getAttribute('aria-pressed')).toBe('true')
  await user.click(failedFigure)
  await waitFor(() => expect(app.path()).toBe('/security'))
})

it('a figure that could not be loaded is never shown as 0, and the failure is reported', async () => {
  let serverWorks = false
  const { user } = openSecurity('/security', [anEvent(1)], {
    'security/dashboard': () => (serverWorks ? answer(quietDashboard) : unexpectedFailure()),
  })
  const failureMessage = await screen.findByText('Failed to load the security overview')
  const figure = screen.getByRole('button', { name: /Failed sign-ins\s*–/ })
  // The failure message precedes the figures it refers to.
  expect(failureMessage.compareDocumentPosition(figure)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  serverWorks = true
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('button', { name: /Failed sign-ins\s*4/ })).toBeTruthy()
})

it('the log is paged by the number of the last row, without duplicates', async () => {
  const events = Array.from({ length: 130 }, (_, n) => anEvent(130 - n))
  const { inputs, user } = openSecurity('/security', events)
  expect(await screen.findByText('Showing the newest 100 events', {}, slowTestOptions)).toBeTruthy()
  expect(countRows()).toBe(100)
  await user.click(await screen.findByText('Load more', {}, slowTestOptions))
  expect(await screen.findByText('Showing all 130 events', {}, slowTestOptions)).toBeTruthy()
  expect(countRows()).toBe(130)
  expect(inputs.map(({ cursor }) => cursor)).toEqual([undefined, '31'])
  expect(screen.queryByText('Load more')).toBeNull()
})

it('rows stay when the next page fails to load, and it can be retried', async () => {
  const events = Array.from({ length: 101 }, (_, n) => anEvent(101 - n))
  let serverWorks = false
  const { user } = openSecurity('/security', events, {
    'security/events': input => {
      if (input.cursor !== undefined)
        return serverWorks ? answer({ rows: [anEvent(1)], next: null }) : unexpectedFailure()
      return answer({ rows: events.slice(0, 100), next: '2' })
    },
  })
  await user.click(await screen.findByText('Load more', {}, slowTestOptions))
  expect(await screen.findByText(/Couldn’t load more events/, {}, slowTestOptions)).toBeTruthy()
  expect(screen.queryByText('Failed to load events')).toBeNull()
  serverWorks = true
  await user.click(await screen.findByText('Load more', {}, slowTestOptions))
  expect(await screen.findByText('Showing all 101 events', {}, slowTestOptions)).toBeTruthy()
})

it('the URL sets the filters, and typing updates the URL', async () => {
  const { app, inputs, user } = openSecurity('/security?severity=high&from=2026-11-01T00:00:00.000Z', [
    anEvent(1),
  ])
  await findLog()
  expect(inputs[0]).toMatchObject({ severity: 'high', from: '2026-11-01T00:00:00.000Z' })
  await user.type(screen.getByRole('searchbox', { name: 'Search type and description' }), 'nothing')
  expect(await screen.findByText('No events match', {}, slowTestOptions)).toBeTruthy()
  expect(app.path()).toContain('q=nothing')
  const [clearButton] = screen.getAllByRole('button', { name: 'Clear filters' })
  if (clearButton) await user.click(clearButton)
  await findLog()
  expect(app.path()).toBe('/security')
})

it('events are filtered by a person’s email, and an unknown email is reported', async () => {
  const { app, user } = openSecurity('/security', [anEvent(1)], {
    'security/checkSuspiciousActivity': input => {
      const isKnown = input.userEmail === 'ben@example.org'
      const noActivity = {
        isSuspicious: false,
        recentFailures: 0,
        totalFailures: 0,
        shouldLock: false,
        account: null,
      }
      return answer({ ...noActivity, userId: isKnown ? toId(900) : null })
    },
  })
  await findLog()
  const person = screen.getByLabelText('Person')
  await user.type(person, 'bob@example.org{Enter}')
  expect(await screen.findByText('No account found for this email.')).toBeTruthy()
  await user.clear(person)
  await user.type(person, 'ben@example.org{Enter}')
  await waitFor(() => expect(app.path()).toContain(toId(900)))
  expect((screen.getByLabelText('Person') as HTMLInputElement).value).toBe('Ben Cole')
})

it('an end before the start is reported', async () => {
  openSecurity('/security?from=2026-11-02T00:00:00.000Z&to=2026-11-01T00:00:00.000Z', [])
  expect(await screen.findByText('“To” must be later than “From”')).toBeTruthy()
})

it('an empty log looks different from a failure', async () => {
  openSecurity('/security', [])
  expect(await screen.findByText('No events yet')).toBeTruthy()
  expect(screen.queryByText('Failed to load events')).toBeNull()
})

it('a failure to load does not claim that there are no events', async () => {
  openSecurity('/security', [], { 'security/events': unexpectedFailure })
  expect(await screen.findByText('Failed to load events')).toBeTruthy()
  expect(screen.queryByText('No events yet')).toBeNull()
})

it('the URL opens details with chain number and metadata, and Escape closes them', async () => {
  const { app, user } = openSecurity('/security', [anEvent(57)])
  await user.click(await screen.findByRole('button', { name: /A sign-in failed, number 57/ }))
  const drawer = await screen.findByRole('region', { name: 'Event #57' })
  expect(app.path()).toContain('event=57')
  expect(within(drawer).getByText('10.2.3.4')).toBeTruthy()
  expect(within(drawer).getByText('login_failed')).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(app.path()).toBe('/security'))
})

it('a link opens an event far down the log, or reports that it does not exist', async () => {
  const events = Array.from({ length: 120 }, (_, n) => anEvent(120 - n)).filter(event => event.number !== 4)
  const { app, inputs } = openSecurity('/security?event=3', events)
  const drawer = await screen.findByRole('region', { name: 'Event #3' })
  expect(await within(drawer).findByText('A sign-in failed, number 3.')).toBeTruthy()
  expect(inputs).toContainEqual({ number: 3, limit: 1 })
  await app.router.navigate({ to: '/security', search: { event: 4 } })
  expect(await screen.findByText('Event not found')).toBeTruthy()
})

it('filtered events are downloaded under the server’s file name', async () => {
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
  const { user } = openSecurity('/security?type=zone_pin_failed', [anEvent(1)], {
    'security/eventsCsv': input => {
      filter = input
      const file = new File(['number\r\n1\r\n'], 'security-events-2026-11-20.csv', { type: 'text/csv' })
      return answer({ headers: { 'muster-rows': '1' }, body: file })
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Download CSV' }))
  expect(await screen.findByText('1 event in security-events-2026-11-20.csv.')).toBeTruthy()
  expect(names).toEqual(['security-events-2026-11-20.csv'])
  expect(await blobs[0]?.text()).toBe('number\r\n1\r\n')
  expect(filter).toMatchObject({ type: 'zone_pin_failed' })
  vi.restoreAllMocks()
})
