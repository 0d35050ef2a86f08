import type { ReportRun } from '@muster/contract/report-runs.ts'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { answer, fakeServer, type Handlers, refusal } from '../../../testing/fake-server.ts'
import { createServerHandlers, signIn } from '../../../testing/people.ts'
import { renderComponent } from '../../../testing/render.tsx'
import { noticeLayer } from '../../../ui/toast/notice-layer.ts'
import { DownloadReport } from './download-report.tsx'
import { RollFile } from './roll-file.tsx'

const request = {
  kind: 'attendance',
  zoneId: '0192f0c0-0000-7000-8000-000000000101',
  groupId: null,
  userId: null,
  from: '2026-10-01',
  to: '2026-10-31',
} as const
const filter = { search: 'lind', bar: { column: 'day', value: '2026-10-05' } }
const aRun = (changes: Partial<ReportRun> = {}): ReportRun => ({
  ...request,
  emergencyId: null,
  isFiltered: false,
  id: '0192f0c0-0000-7000-8000-0000000000d1',
  format: 'csv',
  state: 'waiting',
  percent: 0,
  rows: null,
  bytes: null,
  problem: null,
  askedAt: '2026-11-20T09:00:00.000000Z',
  finishedAt: null,
  expiresAt: null,
  ...changes,
})
const doneRun = aRun({ state: 'done', percent: 100, rows: 10, bytes: 24_000 })
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function renderDownload(handlers: Handlers) {
  const addresses: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    addresses.push(this.getAttribute('href') ?? '')
  })
  fakeServer({
    ...createServerHandlers('zone_manager_rw'),
    'reportRuns/list': () => answer({ runs: [] }),
    'reportRuns/open': () => answer({ url: '/files/reports/a.csv?signature=x', fileName: 'a.csv' }),
    ...handlers,
  })
  signIn()
  const view = renderComponent(<DownloadReport request={{ ...request, ...filter }} />)
  return { addresses, user: userEvent.setup(), view }
}
const press = async (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(await screen.findByRole('button', { name }))
const pressIn = async (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(within(await screen.findByRole('dialog')).getByRole('button', { name }))

it('a download asks for a format, shows its progress and delivers the file', async () => {
  const inputs: unknown[] = []
  let run = aRun({ state: 'running', percent: 40 })
  const { addresses, user } = renderDownload({
    'reportRuns/begin': input => {
      inputs.push(input)
      return answer(aRun())
    },
    'reportRuns/get': () => answer(run),
  })
  await press(user, 'Download')
  expect(
    await screen.findByText('The file contains the rows shown here and lists the filters used.'),
  ).toBeTruthy()
  await user.click(await screen.findByRole('radio', { name: 'CSV' }))
  await pressIn(user, 'Download')
  const bar = await screen.findByRole('progressbar', { name: 'Creating your file' })
  await vi.waitFor(() => expect(bar.getAttribute('aria-valuenow')).toBe('40'), 5_000)
  expect(inputs).toMatchObject([{ ...request, ...filter, format: 'csv' }])
  run = doneRun
  expect(await screen.findByText(/Your file is ready \(24 kB\)/, undefined, { timeout: 5_000 })).toBeTruthy()
  await vi.waitFor(() => expect(addresses).toEqual(['/files/reports/a.csv?signature=x']))
})

it('a failed download shows the reason, and is retried with a new request', async () => {
  const inputs: { requestId: string }[] = []
  const { user } = renderDownload({
    'reportRuns/begin': input => {
      inputs.push(input as { requestId: string })
      return inputs.length === 1
        ? refusal(409, 'REPORTS_WAITING', 'Your other reports are still being prepared. Wait for')
        : answer(aRun())
    },
    'reportRuns/get': () => answer(aRun({ state: 'failed', problem: 'The file couldn’t be created.' })),
  })
  await press(user, 'Download')
  await pressIn(user, 'Download')
  expect(await screen.findByText('Your other reports are still being prepared. Wait for')).toBeTruthy()
  await pressIn(user, 'Download')
  expect(await screen.findByText('The file couldn’t be created.')).toBeTruthy()
  await press(user, 'Retry')
  await vi.waitFor(() => expect(inputs).toHaveLength(3))
  expect(inputs[0]?.requestId).toBe(inputs[1]?.requestId)
  expect(inputs[2]?.requestId).not.toBe(inputs[1]?.requestId)
})

it('a list of people that is not ready after half a minute is offered in a faster way', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  fakeServer({
    ...createServerHandlers('zone_manager_rw'),
    'reportRuns/begin': () => answer(aRun({ kind: 'missing' })),
    'reportRuns/get': () => answer(aRun({ kind: 'missing' })),
  })
  signIn()
  renderComponent(<RollFile roll={{ kind: 'missing', emergencyId: aRun().id }} onClose={vi.fn()} />)
  await screen.findByRole('progressbar', { name: 'Creating your file' })
  const text = 'The list is still waiting. Print it to get it now.'
  expect(screen.queryByText(text)).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(31_000))
  expect(screen.getByText(text)).toBeTruthy()
})

it('a download can be cancelled', async () => {
  let run = aRun()
  const { user } = renderDownload({
    'reportRuns/begin': () => answer(run),
    'reportRuns/get': () => answer(run),
    'reportRuns/cancel': () => {
      run = aRun({ state: 'cancelled' })
      return answer(run)
    },
  })
  await press(user, 'Download')
  await pressIn(user, 'Download')
  await press(user, 'Cancel')
  expect(await screen.findByText('Cancelled. No file was created.')).toBeTruthy()
})

it('a download continues while the dialog is closed, and a notification opens the file', async () => {
  const showNotice = vi.spyOn(noticeLayer, 'success').mockReturnValue('notice')
  let run = aRun({ state: 'running' })
  const { addresses, user } = renderDownload({
    'reportRuns/begin': () => answer(run),
    'reportRuns/get': () => answer(run),
  })
  await press(user, 'Download')
  await pressIn(user, 'Download')
  await screen.findByRole('progressbar')
  await press(user, 'Hide')
  run = doneRun
  await vi.waitFor(() => expect(showNotice).toHaveBeenCalledOnce(), 6_000)
  const [title, options] = showNotice.mock.calls[0] ?? []
  expect([title, options?.action?.label]).toEqual(['Your file is ready', 'Download'])
  expect(addresses).toEqual([])
  options?.action?.run()
  await vi.waitFor(() => expect(addresses).toHaveLength(1))
})

it('a download continues if the dialog is closed before it starts', async () => {
  const showNotice = vi.spyOn(noticeLayer, 'success').mockReturnValue('notice')
  let answerStart = () => {}
  const { user } = renderDownload({
    'reportRuns/begin': () =>
      new Promise(resolve => {
        answerStart = () => resolve(answer(aRun({ id: '0192f0c0-0000-7000-8000-0000000000d2' })))
      }),
    'reportRuns/get': () => answer({ ...doneRun, id: '0192f0c0-0000-7000-8000-0000000000d2' }),
  })
  await press(user, 'Download')
  await pressIn(user, 'Download')
  await user.keyboard('{Escape}')
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  answerStart()
  await vi.waitFor(() => expect(showNotice).toHaveBeenCalledOnce(), 3_000)
})

it('earlier files are listed and can be opened', async () => {
  const readyRun = { ...doneRun, expiresAt: '2026-11-27T09:00:00.000000Z' }
  const { addresses, user } = renderDownload({ 'reportRuns/list': () => answer({ runs: [readyRun] }) })
  await press(user, 'Download')
  const files = within(await screen.findByRole('region', { name: 'Recent files' }))
  expect(files.getByText(/available until/)).toBeTruthy()
  await user.click(files.getByRole('button', { name: /^Download Attendance/ }))
  await vi.waitFor(() => expect(addresses).toEqual(['/files/reports/a.csv?signature=x']))
})

it('a removed file is no longer polled', async () => {
  let pollCount = 0
  const { user } = renderDownload({
    'reportRuns/begin': () => answer(aRun()),
    'reportRuns/get': () => {
      pollCount += 1
      return refusal(404, 'NOT_FOUND', 'Not found')
    },
  })
  await press(user, 'Download')
  await pressIn(user, 'Download')
  expect(await screen.findByText('This file no longer exists.')).toBeTruthy()
  expect(within(screen.getByRole('dialog')).getByRole('button', { name: 'Download' })).toBeTruthy()
  await new Promise(resolve => setTimeout(resolve, 1_200))
  expect(pollCount).toBe(1)
})

it('a cancelled download delivers nothing', async () => {
  let run = aRun()
  const { addresses, user } = renderDownload({
    'reportRuns/begin': () => answer(run),
    'reportRuns/get': () => answer(run),
    'reportRuns/cancel': () => {
      run = doneRun
      return answer(run)
    },
  })
  await press(user, 'Download')
  await pressIn(user, 'Download')
  await press(user, 'Cancel')
  expect(await screen.findByText(/finished before it could be cancelled/)).toBeTruthy()
  expect(addresses).toEqual([])
})
