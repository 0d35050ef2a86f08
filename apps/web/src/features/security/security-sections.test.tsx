import { errors } from '@muster/contract/errors.ts'
import type { BreachNotice } from '@muster/contract/security.ts'
import type { UserStatus } from '@muster/domain/user-status.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { connectionStore } from '../../lib/connection-store.ts'
import { answer, failNetwork, type OutputOf } from '../../testing/fake-server.ts'
import {
  anEvent,
  ben,
  openSecurity,
  quietDashboard,
  toId,
  unexpectedFailure,
} from './testing/security-pages.ts'

it('suspicious accounts are listed with a recommendation to lock them, and link to their events', async () => {
  const accounts = [
    { ...ben, recentFailures: 12 },
    { ...ben, userId: toId(901), name: 'Cy Dahl', email: 'cy@example.org', recentFailures: 5 },
  ]
  const { app, user } = openSecurity('/security?section=accounts', [], {
    'security/dashboard': () => answer({ ...quietDashboard, suspiciousAccounts: accounts }),
  })
  const rows = within(await screen.findByRole('list', { name: 'Suspicious now' })).getAllByRole('listitem')
  expect(rows[0]?.textContent).toContain('Should be locked')
  expect(rows[0]?.textContent).toContain('12 failures in 15 minutes')
  expect(rows[1]?.textContent).toContain('Suspicious')
  await user.click(screen.getByRole('button', { name: 'Show events for Ben Cole' }))
  await waitFor(() => expect(app.path()).toBe(`/security?user=${toId(900)}`))
})

it('a suspicious account is suspended after a warning and reactivated, but not without permission', async () => {
  const statusInputs: unknown[] = []
  let status: UserStatus = 'active'
  const { user } = openSecurity('/security?section=accounts', [], {
    'security/dashboard': () =>
      answer({
        ...quietDashboard,
        suspiciousAccounts: [
          { ...ben, recentFailures: 12, status },
          { ...ben, userId: toId(901), name: 'Ada Root', recentFailures: 5, maySetStatus: false },
        ],
      }),
    'security/setAccountStatus': input => {
      statusInputs.push(input)
      status = input.status as typeof status
      return answer(input)
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Suspend Ben Cole' }))
  expect(screen.queryByRole('button', { name: 'Suspend Ada Root' })).toBeNull()
  const dialog = within(await screen.findByRole('dialog', { name: 'Suspend Ben Cole?' }))
  expect(dialog.getByText(/All their sessions; every device/)).toBeTruthy()
  expect(dialog.getByText(new RegExp(errors.ACCOUNT_NOT_ACTIVE.message))).toBeTruthy()
  expect(statusInputs).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Suspend' }))
  expect(await screen.findByText('Ben Cole is signed out everywhere.')).toBeTruthy()
  expect(await screen.findByText('Suspended')).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Activate Ben Cole' }))
  const activateDialog = within(await screen.findByRole('dialog', { name: 'Activate Ben Cole?' }))
  await user.click(activateDialog.getByRole('button', { name: 'Activate' }))
  expect(await screen.findByRole('button', { name: 'Suspend Ben Cole' })).toBeTruthy()
  expect(statusInputs).toEqual(['suspended', 'active'].map(status => ({ userId: ben.userId, status })))
})

it('any account can be checked by its email address', async () => {
  const { user } = openSecurity('/security?section=accounts', [], {
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
  expect(screen.getByText('Enter the account’s email')).toBeTruthy()
  await user.type(screen.getByLabelText('Email'), 'ben@example.org{Enter}')
  expect(await screen.findByText('Not suspicious')).toBeTruthy()
  expect(screen.getByText('1 failure in 15 minutes')).toBeTruthy()
})

const breachNotice = {
  id: toId(50),
  description: 'A laptop was lost.',
  affectedUsersCount: 1200,
  severity: 'high' as const,
  metadata: {},
  account: null,
  createdBy: 'Ana Ruiz',
  createdAt: '2026-11-20T09:00:00.000Z',
}

it('a breach is reported, and its text survives an error, closing and reopening', async () => {
  let serverWorks = false
  const sentInputs: unknown[] = []
  const { app, user } = openSecurity('/security?section=audit', [], {
    'security/createBreachNotification': input => {
      if (!serverWorks) return failNetwork()
      sentInputs.push(input)
      const { id, incidentDescription, affectedUsersCount, severity } = input
      return answer({ ...breachNotice, id, description: incidentDescription, affectedUsersCount, severity })
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
  expect(await screen.findByText(/The server didn’t respond/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Report a breach' }))
  const description = await screen.findByLabelText(/What happened/)
  expect((description as HTMLTextAreaElement).value).toBe('A laptop was lost.')
  serverWorks = true
  await user.click(screen.getByRole('button', { name: 'Report breach' }))
  await waitFor(() => expect(app.path()).toBe('/security?section=breaches'))
  expect(sentInputs).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      incidentDescription: 'A laptop was lost.',
      affectedUsersCount: 12,
      severity: 'high',
    },
  ])
  expect(sessionStorage.length).toBe(0)
})

it('a breach notice opens with its full text', async () => {
  const { user } = openSecurity('/security?section=breaches', [], {
    'security/breachNotices': () => answer({ rows: [breachNotice], next: null }),
  })
  await user.click(await screen.findByRole('button', { name: /A laptop was lost/ }))
  const drawer = await screen.findByRole('region', { name: 'Breach notice' })
  expect(within(drawer).getByText('1,200')).toBeTruthy()
  expect(within(drawer).getByText('Ana Ruiz')).toBeTruthy()
})

it("a breach notice links to the events of its account, and offers to change the account's status", async () => {
  const statusInputs: unknown[] = []
  const noticeWithStatus = (status: UserStatus, maySetStatus = true): BreachNotice => ({
    id: toId(51),
    description: 'Many wrong passwords.',
    affectedUsersCount: 1,
    severity: 'high',
    metadata: { recommendation: 'lock' },
    account: { id: toId(7), name: 'Bo Lind', state: { status, maySetStatus } },
    createdBy: null,
    createdAt: '2026-11-20T09:00:00.000Z',
  })
  let currentNotice = noticeWithStatus('active')
  const { user, app } = openSecurity(`/security?section=breaches&notice=${currentNotice.id}`, [], {
    'security/breachNotices': () => answer({ rows: [currentNotice], next: null }),
    'security/setAccountStatus': input => {
      statusInputs.push(input)
      currentNotice = noticeWithStatus('suspended', false)
      return answer(input)
    },
  })
  const drawer = within(await screen.findByRole('region', { name: 'Breach notice' }))
  expect(drawer.getByText('Active')).toBeTruthy()
  await user.click(drawer.getByRole('button', { name: 'Suspend Bo Lind' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Suspend Bo Lind?' }))
  await user.click(dialog.getByRole('button', { name: 'Suspend' }))
  expect(await drawer.findByText('Suspended')).toBeTruthy()
  expect(statusInputs).toEqual([{ userId: toId(7), status: 'suspended' }])
  // The server decides who may activate an account; here it does not allow it.
  expect(drawer.queryByRole('button', { name: /Activate/ })).toBeNull()
  await user.click(drawer.getByRole('button', { name: 'Events for Bo Lind' }))
  await waitFor(() => expect(app.path()).toContain(`user=${toId(7)}`))
})

it('unprotected tables are listed', async () => {
  openSecurity('/security?section=audit', [], {
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

it('the log is verified only on request, and the first altered event is identified', async () => {
  let report: OutputOf<'security/verifyChain'> = {
    events: 90,
    intact: true,
    firstBroken: null,
    problem: null,
  }
  const { app, calls, user } = openSecurity('/security?section=audit', [anEvent(57)], {
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

it('a missing event is reported without a link to show it', async () => {
  const { user } = openSecurity('/security?section=audit', [], {
    'security/verifyChain': () => answer({ events: 90, intact: false, firstBroken: 12, problem: 'missing' }),
  })
  await user.click(await screen.findByRole('button', { name: 'Verify the log' }))
  expect(await screen.findByText('Event #12 is missing')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show the event' })).toBeNull()
})

it('old data is deleted after a confirmation that describes it, and the result shows how much was deleted', async () => {
  const sentInputs: unknown[] = []
  const { user } = openSecurity('/security?section=clean-up', [], {
    'security/cleanUp': input => {
      sentInputs.push(input)
      return answer({ positionChecks: 1200, visits: 1, olderThan: '2026-08-22T09:00:00.000Z' })
    },
  })
  const days = await screen.findByLabelText(/Retention period \(days\)/)
  expect((days as HTMLInputElement).value).toBe('90')
  fireEvent.change(days, { target: { value: '0' } })
  await user.click(screen.getByRole('button', { name: 'Remove old data' }))
  expect(await screen.findByText('Enter 1 to 3,650 days')).toBeTruthy()
  fireEvent.change(days, { target: { value: '30' } })
  await user.click(screen.getByRole('button', { name: 'Remove old data' }))
  const dialog = await screen.findByRole('dialog', { name: 'Remove old data?' })
  expect(dialog.textContent).toMatch(/Position readings for everyone from before .*30 days ago/)
  expect(dialog.textContent).toMatch(/Everyone’s visits that ended before/)
  expect(sentInputs).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Remove data' }))
  expect(await screen.findByText(/1,200 readings and 1 visit for everyone/)).toBeTruthy()
  expect(sentInputs).toEqual([{ retentionDays: 30, targetUserId: null }])
})

it("nothing is deleted if the person of the clean-up is unknown, rather than everyone's data by mistake", async () => {
  const { calls, user } = openSecurity('/security?section=clean-up', [], {
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
  expect(await screen.findByText('No account found for this email.')).toBeTruthy()
  expect(screen.queryByRole('dialog', { name: 'Remove old data?' })).toBeNull()
  expect(calls).not.toContain('security/cleanUp')
})

it('figures shown with the failure message are marked as not live', async () => {
  let serverWorks = true
  const { user } = openSecurity('/security?section=accounts', [], {
    'security/dashboard': () => (serverWorks ? answer(quietDashboard) : unexpectedFailure()),
  })
  await screen.findByText('No suspicious accounts')
  serverWorks = false
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  await screen.findByText('Failed to load the security overview')
  act(() => connectionStore.set('offline'))
  const staleMessage = await screen.findByText(/Not live\. This data is from/)
  const figures = screen.getByRole('region', { name: 'Last 24 hours' })
  expect(staleMessage.compareDocumentPosition(figures)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})
