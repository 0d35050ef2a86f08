import type { BackupOverview } from '@muster/contract/backups.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { answer, fakeServer } from '../../testing/fake-server.ts'
import { createServerHandlers, signIn } from '../../testing/people.ts'
import { renderPage } from '../../testing/render.tsx'

const at = '2026-11-20T01:30:00.000Z'
const run = {
  id: '01a21b8a-5a7a-75bd-8f01-987aca6a4dc9',
  kind: 'backup',
  cause: 'person',
  state: 'waiting',
  name: null,
  phase: null,
  storedBytes: 0,
  problem: null,
  createdAt: at,
  finishedAt: null,
} as const
const createOverview = (changes: Partial<BackupOverview> = {}): BackupOverview => ({
  settings: {
    schedule: '02:30',
    timeZone: 'Europe/Berlin',
    nextAt: at,
    place: '/mnt/backups',
    sameDisk: false,
    encrypted: true,
    keep: { daily: 7, weekly: 4, monthly: 12 },
    checksWeekly: false,
  },
  current: null,
  lastCheck: null,
  stale: false,
  backups: [],
  failures: [],
  ...changes,
})

function open(role: 'super_admin' | 'admin', overview: () => BackupOverview, start = () => answer(run)) {
  fakeServer({
    ...createServerHandlers(role),
    'backups/overview': () => answer(overview()),
    'backups/start': start,
  })
  signIn()
  return renderPage('/super-admin/backups')
}

it('lets a super admin request a backup, and shows that it starts and its steps', async () => {
  let current: BackupOverview['current'] = null
  open(
    'super_admin',
    () => createOverview({ current }),
    () => {
      current = run
      return answer(run)
    },
  )
  await screen.findByText('No backups yet')
  await userEvent.click(screen.getByRole('button', { name: 'Back up now' }))
  await screen.findByText('Starts within a minute')
  current = { ...run, state: 'running', phase: 'files', storedBytes: 12e6 }
  await waitFor(() => screen.getByText('Backing up: copying new files'), {
    timeout: 8_000,
  })
  screen.getByText('12 MB stored so far')
}, 15_000)

it('lists the backups and the failures with their reason, and warns about a place on the same disk', async () => {
  open('super_admin', () => {
    const overview = createOverview({
      stale: true,
      backups: [
        { name: 'x', takenAt: at, cause: 'schedule', storedBytes: 48.2e6, fileCount: 1_204, encrypted: true },
      ],
      failures: [{ ...run, state: 'failed', problem: 'The disk is full.' }],
    })
    return { ...overview, settings: { ...overview.settings, sameDisk: true } }
  })
  await screen.findByText('48.2 MB with the database and 1,204 files')
  screen.getByText('The disk is full.')
  screen.getByText('There is no recent backup')
  screen.getByText(/on the same disk as the data/)
  const check = screen.getByText('Turned off (BACKUP_CHECK_WEEKLY)')
  expect(check.parentElement?.querySelector('svg')).toBeTruthy()
})

it('the page is for super admins only', async () => {
  open('admin', createOverview)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Back up now' })).toBeNull())
  await screen.findByRole('heading', { name: 'Backups' })
})
