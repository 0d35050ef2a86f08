import type { SystemStatus as Status } from '@muster/contract/dashboards.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { connectionStore } from '../../lib/connection-store.ts'
import { answer, failNetwork, fakeServer } from '../../testing/fake-server.ts'
import { createServerHandlers, signIn } from '../../testing/people.ts'
import { renderPage } from '../../testing/render.tsx'
import { statusLines } from './status-lines.ts'
import { aStatus } from './testing/a-status.ts'

afterEach(() => connectionStore.set('idle'))

function openDashboard(status: () => ReturnType<typeof answer<Status>>, path = '/super-admin-dashboard') {
  fakeServer({ ...createServerHandlers('admin'), 'dashboards/systemStatus': status })
  signIn()
  return renderPage(path)
}
const readStatusText = async () =>
  (await screen.findByRole('region', { name: 'System Status' })).textContent ?? ''

it('shows the specified words for healthy parts, with their evidence', async () => {
  openDashboard(() => answer(aStatus()))
  await waitFor(async () => expect(await readStatusText()).toContain('Online'))
  expect(await readStatusText()).toMatch(
    /DatabaseResponds in 3 msActive.*Live feedLess than a second behindOperational/,
  )
  expect(await readStatusText()).toContain('12.4 GB free of 40 GB')
  expect(await readStatusText()).toContain('2 live screens, 12 of 100 database connections')
})

it('names the setting for an untrusted proxy, and shows nothing without one', async () => {
  let proxy: Status['proxy'] = { health: 'good', misfits: [] }
  openDashboard(() => answer(aStatus({ proxy })))
  await waitFor(async () => expect(await readStatusText()).toContain('Online'))
  expect(await readStatusText()).not.toContain('TRUST_PROXY')
  proxy = { health: 'watch', misfits: ['untrusted'] }
  await waitFor(
    async () => expect(await readStatusText()).toContain('Set TRUST_PROXY to the number of proxies'),
    {
      timeout: 10_000,
    },
  )
}, 20_000)

it('shows the sign-up mode, and what open means, on the page to which home leads', async () => {
  const app = openDashboard(() => answer(aStatus()))
  await waitFor(async () => expect(await readStatusText()).toContain('Online'))
  expect(await readStatusText()).not.toContain('Sign-up')
  act(() => screen.getByRole('link', { name: 'System Status' }).click())
  await waitFor(() => expect(app.path()).toBe('/system-status'))
  await waitFor(async () =>
    expect(await readStatusText()).toContain('Sign-upOpenAnyone with this address can create an account.'),
  )
})

it('shows every part as unknown when the server does not respond', async () => {
  openDashboard(failNetwork)
  await waitFor(async () => expect((await readStatusText()).match(/Unknown/g)).toHaveLength(9), {
    timeout: 20_000,
  })
  expect(await readStatusText()).not.toMatch(/Online|Active|Operational/)
}, 30_000)

it('treats earlier results as unknown once the connection is lost, and shows since when', async () => {
  openDashboard(() => answer(aStatus()))
  await waitFor(async () => expect(await readStatusText()).toContain('Online'))
  act(() => connectionStore.set('live'))
  act(() => connectionStore.set('connecting'))
  expect(await readStatusText()).toContain('Operational')
  await waitFor(async () => expect(await readStatusText()).toMatch(/Unknown, last contact \d\d:\d\d/), {
    timeout: 10_000,
  })
}, 20_000)

const findLabelAndDetail = (name: string, changes: Partial<Status>) => {
  const line = statusLines(aStatus(changes)).find(line => line.name === name)
  return line && [line.word, line.detail]
}

it('describes the fault of a part, and shows an unchecked part as unknown', () => {
  expect(
    findLabelAndDetail('Database', { database: { health: 'bad', answerMs: null, stores: false } }),
  ).toEqual(['Not working', 'No response'])
  expect(
    findLabelAndDetail('Database', { database: { health: 'bad', answerMs: 2, stores: false } })?.[1],
  ).toBe('Responds in 2 ms, but can’t save data')
  const jobs = { health: 'bad', figures: { waitingMs: 12 * 60_000, failing: 2, lastDoneAt: null } } as const
  expect(findLabelAndDetail('Jobs', { jobs })).toEqual([
    'Not working',
    'Longest wait: 12 minutes, 2 failed in the last 24 hours, no jobs finished yet',
  ])
  expect(findLabelAndDetail('Jobs', { jobs: { health: 'unknown', figures: null } })).toEqual([
    'Unknown',
    undefined,
  ])
  const storage = { health: 'bad', figures: { freeBytes: 0, totalBytes: 40e9, writable: false } } as const
  expect(findLabelAndDetail('Storage', { storage })?.[1]).toBe('Files can’t be saved, 0 kB free of 40 GB')
  const mail = {
    ...aStatus().mail,
    health: 'bad',
    figures: { waiting: 1, failing: 1, givenUp: 3, lastFailedAt: null },
  } as const
  expect(findLabelAndDetail('Email', { mail })?.[1]).toBe(
    '1 email waiting, 1 being retried, 3 not delivered in the last hour',
  )
  expect(findLabelAndDetail('Live feed', { feed: { health: 'bad', behindMs: null } })?.[1]).toBe(
    'The server isn’t receiving updates',
  )
  expect(findLabelAndDetail('Live feed', { feed: { health: 'watch', behindMs: 4_200 } })).toEqual([
    'Slow',
    '4 seconds behind',
  ])
  const figures = { ...aStatus().backups.figures, stale: true, encrypted: false, lastAt: null, nextAt: null }
  expect(findLabelAndDetail('Backups', {})?.[0]).toBe('Up to date')
  expect(findLabelAndDetail('Backups', {})?.[1]).toMatch(/^last good one .*, 48.2 MB, encrypted, next one /)
  const off = {
    health: 'unknown',
    figures: { ...aStatus().backups.figures, ...figures },
  } as Status['backups']
  expect(findLabelAndDetail('Backups', { backups: off })?.[0]).toBe('Off')
})

it('names the place of backups on the disk of the data, and why the last one failed', async () => {
  const { figures } = aStatus().backups
  if (!figures) throw new Error('A healthy status has figures.')
  const backups = {
    health: 'watch',
    figures: { ...figures, sameDisk: true, problem: 'The disk is full.' },
  } as const
  openDashboard(() => answer(aStatus({ backups })))
  await waitFor(async () =>
    expect(await readStatusText()).toContain('The last backup failed: The disk is full.'),
  )
  expect(await readStatusText()).toContain('The backups are on the same disk as the data.')
  expect(await readStatusText()).toContain('Last one failed')
})

it('reports an unusable mail server, and what a wrong proxy needs', async () => {
  const mail = {
    ...aStatus().mail,
    health: 'bad',
    problem: 'The mail server refused the connection.',
  } as const
  openDashboard(() => answer(aStatus({ mail, proxy: { health: 'bad', misfits: ['fewer', 'socket'] } })))
  await waitFor(async () =>
    expect(await readStatusText()).toContain('The mail server refused the connection. Emails wait'),
  )
  expect(await readStatusText()).toContain('People could make up their IP address')
  expect(await readStatusText()).toContain('pass the Upgrade and Connection headers on for the path /live')
  expect(await readStatusText()).toContain('ProxySet up incorrectly')
})

/** Opens the System Status of a super admin, who may send tests. */
function openAsSuperAdmin(handlers: Parameters<typeof fakeServer>[0], status = aStatus()) {
  fakeServer({
    ...createServerHandlers('super_admin'),
    'dashboards/systemStatus': () => answer(status),
    ...handlers,
  })
  signIn()
  renderPage('/system-status')
}
const findButton = (name: string) => screen.findByRole('button', { name })

it('sends a test email and shows the mail server’s answer in place, with the time', async () => {
  const at = new Date().toISOString()
  let accepted = false
  openAsSuperAdmin({
    'dashboards/testMail': () =>
      answer({
        at,
        to: 'sue@muster.example',
        accepted,
        tookMs: 1_240,
        problem: accepted ? null : 'The mail server answered: 535 5.7.8 wrong password',
      }),
  })
  fireEvent.click(await findButton('Send test email'))
  await waitFor(async () =>
    expect(await readStatusText()).toMatch(
      /The test email wasn’t accepted: The mail server answered: 535 5.7.8 wrong password .*\d/,
    ),
  )
  accepted = true
  fireEvent.click(await findButton('Send test email'))
  await waitFor(async () =>
    expect(await readStatusText()).toContain('accepted the test email to sue@muster.example in 1.2 s.'),
  )
  expect(await readStatusText()).not.toContain('535')
})

it('sends a test notification to each own device, and says where to turn them on', async () => {
  const at = new Date().toISOString()
  let devices: { userAgent: string; outcome: 'sent' | 'later' }[] = []
  openAsSuperAdmin({ 'dashboards/testPush': () => answer({ at, devices }) })
  fireEvent.click(await findButton('Send test notification'))
  await waitFor(async () =>
    expect(await readStatusText()).toContain('You don’t get notifications on any device yet.'),
  )
  devices = [
    { userAgent: '', outcome: 'sent' },
    { userAgent: '', outcome: 'later' },
  ]
  fireEvent.click(await findButton('Send test notification'))
  await waitFor(async () => expect(await readStatusText()).toMatch(/: sent\./))
  expect(await readStatusText()).toContain('the browser’s push service didn’t respond')
})

it('names the missing setting without a mail server, and shows a failed test’s reference', async () => {
  openAsSuperAdmin(
    {
      'dashboards/testPush': () => ({
        status: 500,
        body: {
          json: {
            defined: false,
            code: 'INTERNAL_SERVER_ERROR',
            status: 500,
            message: '',
            data: { requestId: '7KQM-3FXD' },
          },
        },
      }),
    },
    aStatus({ mail: { ...aStatus().mail, setUp: false } }),
  )
  expect(await findButton('Send test email')).toHaveProperty('disabled', true)
  expect(await readStatusText()).toContain('Set SMTP_URL to send them.')
  fireEvent.click(await findButton('Send test notification'))
  await waitFor(async () =>
    expect(await readStatusText()).toContain(
      'The test notification couldn’t be sent. Try again. (Reference 7KQM-3FXD)',
    ),
  )
})

it('offers no tests to other admins', async () => {
  openDashboard(() => answer(aStatus()), '/system-status')
  await waitFor(async () => expect(await readStatusText()).toContain('Online'))
  expect(screen.queryByRole('button', { name: 'Send test email' })).toBeNull()
})
