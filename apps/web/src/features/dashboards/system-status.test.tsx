import type { SystemStatus as Status } from '@muster/contract/dashboards.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { connectionStore } from '../../lib/connection-store.ts'
import { answer, failNetwork, fakeServer } from '../../testing/fake-server.ts'
import { createServerHandlers, signIn } from '../../testing/people.ts'
import { renderApp } from '../../testing/render.tsx'
import { statusLines } from './status-lines.ts'
import { aStatus } from './testing/a-status.ts'

afterEach(() => connectionStore.set('idle'))

function openDashboard(status: () => ReturnType<typeof answer<Status>>) {
  fakeServer({ ...createServerHandlers('admin'), 'dashboards/systemStatus': status })
  signIn()
  return renderApp('/super-admin-dashboard')
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
  let untrustedProxy = false
  openDashboard(() => answer(aStatus({ untrustedProxy })))
  await waitFor(async () => expect(await readStatusText()).toContain('Online'))
  expect(await readStatusText()).not.toContain('TRUST_PROXY')
  untrustedProxy = true
  await waitFor(
    async () => expect(await readStatusText()).toContain('Set TRUST_PROXY to the number of proxies'),
    {
      timeout: 10_000,
    },
  )
}, 20_000)

it('shows the sign-up mode, and what open means', async () => {
  openDashboard(() => answer(aStatus()))
  await waitFor(async () =>
    expect(await readStatusText()).toContain('Sign-upOpenAnyone with this address can create an account.'),
  )
})

it('shows every part as unknown when the server does not respond', async () => {
  openDashboard(failNetwork)
  await waitFor(async () => expect((await readStatusText()).match(/Unknown/g)).toHaveLength(8), {
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
  const mail = { health: 'bad', figures: { waiting: 1, failing: 1, givenUp: 3, lastFailedAt: null } } as const
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
