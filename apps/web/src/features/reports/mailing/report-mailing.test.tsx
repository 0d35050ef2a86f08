import type { MailedReport, ReportRecipient, ReportSchedule } from '@muster/contract/report-mailing.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { createQueryClient } from '../../../lib/query-client.ts'
import { answer, fakeServer, type Handlers, refusal } from '../../../testing/fake-server.ts'
import { signIn } from '../../../testing/people.ts'
import { renderUi } from '../../../testing/render.tsx'
import { formatDay } from '../format-cell.ts'
import { ReportMailing } from './report-mailing.tsx'

const zoneId = '0192f0c0-0000-7000-8000-000000000101'
const at = '2026-11-20T09:00:00.000000Z'
const recipient: ReportRecipient = {
  id: '0192f0c0-0000-7000-8000-0000000000e1',
  email: 'office@example.org',
  name: 'Office',
  addedBy: 'Ana Ruiz',
  addedAt: at,
  offAt: null,
}
const schedule: ReportSchedule = {
  id: '0192f0c0-0000-7000-8000-0000000000e2',
  kind: 'attendance',
  format: 'pdf',
  rhythm: 'week',
  startsOn: null,
  enabled: true,
  createdBy: 'Ana Ruiz',
  createdAt: at,
  lastRunAt: null,
  nextRunAt: '2026-11-30T00:30:00.000000Z',
}
const mailedReport: MailedReport = {
  id: '0192f0c0-0000-7000-8000-0000000000e3',
  scheduleId: schedule.id,
  kind: 'attendance',
  format: 'pdf',
  from: '2026-11-16',
  to: '2026-11-22',
  state: 'done',
  rerun: false,
  rerunBy: null,
  problem: null,
  sent: 2,
  waiting: 0,
  skipped: 1,
  failed: [{ email: 'full@example.org', problem: 'The mailbox is full' }],
  askedAt: at,
  finishedAt: at,
  hasFile: true,
}

function renderMailing(mayChange: boolean, handlers: Handlers = {}) {
  fakeServer({
    'reportMailing/recipients': () => answer({ recipients: [recipient] }),
    'reportMailing/schedules': () => answer({ timeZone: 'Asia/Kolkata', schedules: [schedule] }),
    'reportMailing/runs': () => answer({ rows: [mailedReport], next: null }),
    ...handlers,
  })
  signIn()
  renderUi(
    <QueryClientProvider client={createQueryClient()}>
      <ReportMailing zoneId={zoneId} mayChange={mayChange} />
    </QueryClientProvider>,
  )
  return {
    user: userEvent.setup(),
    part: async (name: string) => within(await screen.findByRole('region', { name })),
  }
}

it('the page shows recipients, schedules and email outcomes, without actions for a reader who may not change them', async () => {
  const { part } = renderMailing(false)
  const recipientsSection = await part('Recipients')
  expect(await recipientsSection.findByText('Office')).toBeTruthy()
  expect(recipientsSection.getByText(/office@example.org · added by/)).toBeTruthy()
  expect(await (await part('Scheduled reports')).findByText('Attendance, every week')).toBeTruthy()
  // The next run is shown in the zone's time zone.
  expect(screen.getByText(/next .*30.*06:00$/)).toBeTruthy()
  const runsSection = await part('Emailed reports')
  expect(await runsSection.findByText('Partly sent')).toBeTruthy()
  expect(
    runsSection.getByText(
      /Sent to 2 addresses, not delivered to full@example.org, 1 address that no longer gets email was skipped/,
    ),
  ).toBeTruthy()
  expect(
    runsSection.getByText(`Attendance, ${formatDay('2026-11-16')} to ${formatDay('2026-11-22')}`),
  ).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

it('a recipient is added, an invalid email address is reported next to its field, and a report is run again', async () => {
  const inputs: unknown[] = []
  const { user, part } = renderMailing(true, {
    'reportMailing/addRecipient': input => {
      inputs.push(input)
      return answer({ ...recipient, email: 'new@example.org' })
    },
    'reportMailing/rerun': input => {
      inputs.push(input)
      return answer({ runId: mailedReport.id })
    },
  })
  await user.click(await (await part('Recipients')).findByRole('button', { name: 'Add recipient' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(/Email/), 'new')
  await user.click(dialog.getByRole('button', { name: 'Add recipient' }))
  expect(await dialog.findByText('Please enter a valid email address.')).toBeTruthy()
  expect(inputs).toEqual([])
  await user.type(dialog.getByLabelText(/Email/), '@example.org')
  await user.click(dialog.getByRole('button', { name: 'Add recipient' }))
  await vi.waitFor(() => expect(inputs).toEqual([{ zoneId, email: 'new@example.org', name: '' }]))
  const runsSection = await part('Emailed reports')
  expect(await runsSection.findByRole('button', { name: /Download Attendance/ })).toBeTruthy()
  await user.click(runsSection.getByRole('button', { name: /Run again: Attendance/ }))
  const confirmDialog = within(await screen.findByRole('dialog', { name: /Run Attendance.* again/ }))
  expect(confirmDialog.getByText(/including 2 addresses that already received it/)).toBeTruthy()
  await user.click(confirmDialog.getByRole('button', { name: 'Run again' }))
  await vi.waitFor(() =>
    expect(inputs.at(-1)).toEqual({ zoneId, scheduleId: schedule.id, runId: mailedReport.id }),
  )
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('a fortnightly schedule asks for its first day', async () => {
  const inputs: unknown[] = []
  const { user, part } = renderMailing(true, {
    'reportMailing/createSchedule': input => {
      inputs.push(input)
      return answer({ ...schedule, rhythm: 'fortnight', startsOn: '2026-11-09' })
    },
  })
  await user.click(await (await part('Scheduled reports')).findByRole('button', { name: 'Add schedule' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.selectOptions(dialog.getByLabelText('How often'), 'Every fortnight')
  const dayField = dialog.getByLabelText(/First day of two weeks/)
  await user.clear(dayField)
  await user.type(dayField, '2026-11-09')
  await user.click(dialog.getByRole('button', { name: 'Add schedule' }))
  await vi.waitFor(() =>
    expect(inputs).toMatchObject([
      { zoneId, rhythm: 'fortnight', startsOn: '2026-11-09', kind: 'attendance' },
    ]),
  )
})

it('empty and failed sections look different, and each offers the next step', async () => {
  const { part } = renderMailing(true, {
    'reportMailing/recipients': () => answer({ recipients: [] }),
    'reportMailing/schedules': () => refusal(403, 'FORBIDDEN', 'No'),
    'reportMailing/runs': () => answer({ rows: [], next: null }),
  })
  const recipientsSection = await part('Recipients')
  expect(await recipientsSection.findByText('No recipients yet')).toBeTruthy()
  expect(recipientsSection.getAllByRole('button', { name: 'Add recipient' })).toHaveLength(1)
  expect(await (await part('Emailed reports')).findByText('No reports emailed yet')).toBeTruthy()
  const schedulesSection = await part('Scheduled reports')
  expect(await schedulesSection.findByText('Failed to load scheduled reports')).toBeTruthy()
  expect(schedulesSection.getByRole('button', { name: /Retry/ })).toBeTruthy()
  expect(schedulesSection.queryByText('No scheduled reports yet')).toBeNull()
})
