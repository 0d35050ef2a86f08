import type { SecurityEvent } from '@muster/contract/security.ts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { answer, fakeServer, type Handlers } from '../../../testing/fake-server.ts'
import { createServerHandlers, signIn } from '../../../testing/people.ts'
import { renderPage } from '../../../testing/render.tsx'

export const toId = (n: number) => `0192f0c0-0000-7000-8000-${String(n).padStart(12, '0')}`

export function anEvent(number: number, changes: Partial<SecurityEvent> = {}): SecurityEvent {
  return {
    id: toId(number),
    number,
    type: 'login_failed',
    description: `A sign-in failed, number ${number}.`,
    severity: 'low',
    actor: null,
    affected: { id: toId(900), name: 'Ben Cole' },
    zones: [],
    metadata: { ip: '10.2.3.4' },
    createdAt: '2026-11-20T09:00:00.000Z',
    ...changes,
  }
}

const figures = { events: 7, failedSignIns: 4, successfulSignIns: 2, failedPins: 1, locationAccesses: 0 }
export const quietDashboard = { last24Hours: figures, suspiciousAccounts: [], breachNotices: 0 }
export const ben = {
  userId: toId(900),
  name: 'Ben Cole',
  email: 'ben@example.org',
  totalFailures: 14,
  status: 'active' as const,
  maySetStatus: true,
}

/** Opens the Security page at a URL, with `events` (newest first) as the log and additional handlers. */
export function openSecurity(address: string, events: SecurityEvent[], extraHandlers: Handlers = {}) {
  const inputs: Record<string, unknown>[] = []
  const calls = fakeServer({
    ...createServerHandlers('admin'),
    'security/dashboard': () => answer(quietDashboard),
    'security/events': input => {
      const { type, search } = input
      const beforeNumber = input.cursor === undefined ? undefined : Number(input.cursor)
      const number = input.number === undefined ? undefined : Number(input.number)
      inputs.push(input)
      const matchingEvents = events.filter(
        event =>
          (beforeNumber === undefined || event.number < beforeNumber) &&
          (number === undefined || event.number === number) &&
          (type === undefined || event.type === type) &&
          (search === undefined || event.description.includes(search)),
      )
      const page = matchingEvents.slice(0, Number(input.limit))
      return answer({
        rows: page,
        next: matchingEvents.length > page.length ? String(page.at(-1)?.number) : null,
      })
    },
    'security/auditRlsCompliance': () => answer({ tablesChecked: 38, compliant: true, findings: [] }),
    ...extraHandlers,
  })
  signIn()
  return { app: renderPage(address), inputs, calls, user: userEvent.setup() }
}

/** Returns an unexpected failure that is not retried. */
export const unexpectedFailure = () => ({
  status: 400,
  body: { json: { defined: false, code: 'BAD_REQUEST', status: 400, message: 'Bad Request' } },
})
// happy-dom is slow with a hundred rows, and slower when searching them by role.
export const slowTestOptions = { timeout: 8000 }
export const countRows = () => document.querySelectorAll('ol > li').length
export const findLog = () => screen.findByRole('list', { name: 'Security events, newest first' })
