import type { Role } from '@muster/domain/role.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { zoneSelectionStore } from '../../lib/session/zone-selection-store.ts'
import { answer, fakeServer, type Handlers, refusal } from '../../testing/fake-server.ts'
import { aProfile, aZone, createServerHandlers, signIn } from '../../testing/people.ts'
import { renderPage, renderUi } from '../../testing/render.tsx'
import { toRows } from './report-rows.ts'
import { ReportTable } from './report-table.tsx'
import { anaId, aReport } from './testing/a-report.ts'

const entryExpiresAt = '2036-01-01T00:00:00.000Z'
const southId = '0192f0c0-0000-7000-8000-000000000102'

function renderReports(
  role: Role,
  address = '/reports',
  extraHandlers: Handlers = {},
  zones = zonesFor(role),
) {
  const requests: [string, unknown][] = []
  fakeServer(
    {
      ...createServerHandlers(role, zones),
      'groups/list': () => answer({ rows: [], next: null }),
      'users/inZone': () => answer({ rows: [], next: null }),
      ...extraHandlers,
    },
    (name, input) => {
      if (name.startsWith('reports/') && name !== 'reports/calendar') requests.push([name, input])
    },
  )
  signIn()
  return { app: renderPage(address), requests, user: userEvent.setup() }
}

/** Returns the zones of a user with this role: zone managers have one, all others choose between two. */
function zonesFor(role: Role) {
  const zone = aZone({ myRole: role, entryExpiresAt })
  return role.startsWith('zone_manager') ? [zone] : [zone, { ...zone, id: southId, name: 'South gate' }]
}

const aDay = (day: string) => ({
  ...{ userId: anaId, day, timeZone: 'Asia/Kolkata', expected: null, mayCorrect: true },
  ...{ corrections: [], objections: [] },
})

const shownRowNames = () =>
  screen
    .getAllByRole('row')
    .flatMap(row => row.querySelector('[data-opens-details]')?.getAttribute('aria-label') ?? [])
const findTitle = (text: string) => screen.findByRole('heading', { level: 2, name: text })
const withinTable = () => within(screen.getByRole('region', { name: 'Report rows' }))

const zoneId = aZone().id
const week = { from: '2026-11-14', to: '2026-11-20' }

it.each([
  ['zone_manager_ro', 'reports/zone', { zoneId, kind: 'attendance', ...week }],
  ['admin', 'reports/all', { kind: 'attendance', ...week }],
  ['client_admin', 'reports/all', { kind: 'attendance', from: '2026-11-01', to: '2026-11-20' }],
  ['app_user', 'reports/mine', { from: '2026-11-07', to: '2026-11-20' }],
] as const)('%s sees %s', async (role, name, input) => {
  const { requests } = renderReports(role)
  await screen.findByRole('heading', { level: 2 })
  expect(requests).toEqual([[name, input]])
  expect(screen.queryAllByLabelText('Report').length > 0).toBe(role !== 'app_user')
})

it.each(['manager', 'supervisor', 'worker'] as const)(
  '%s gets an explanation why there are no reports, and nothing is requested',
  async role => {
    const { requests } = renderReports(role, `/reports`)
    expect(await screen.findByText('You don’t have permission to see reports')).toBeTruthy()
    expect(requests).toEqual([])
  },
)

it('the URL determines the request: kind, days and group of one zone', async () => {
  const groupId = southId
  const { requests } = renderReports(
    'admin',
    `/reports?kind=broadcasts&zone=${southId}&from=2026-10-01&to=2026-10-31&group=${groupId}&person=${anaId}`,
  )
  await screen.findByRole('heading', { level: 2 })
  expect(requests).toEqual([
    [
      'reports/zone',
      { zoneId: southId, kind: 'broadcasts', from: '2026-10-01', to: '2026-10-31', groupId, userId: anaId },
    ],
  ])
})

it('selecting a bar filters the rows and their totals, and Back undoes it', async () => {
  const { app, user } = renderReports('zone_manager_rw')
  await findTitle('Attendance: North yard')
  expect(shownRowNames()).toHaveLength(8)
  expect(withinTable().getByRole('rowheader', { name: 'Total' })).toBeTruthy()
  await user.click(screen.getByText('Figures for this chart'))
  await user.click(screen.getByRole('button', { name: '19', pressed: false }))
  await waitFor(() => expect(shownRowNames()).toHaveLength(3))
  expect(app.path()).toContain('by=day&value=2026-11-19')
  const totalRow = withinTable()
    .getByRole('rowheader', { name: 'Total of 3 of 8 rows' })
    .closest('tr') as HTMLElement
  expect(within(totalRow).getByText('16 h 52 min')).toBeTruthy()
  expect(screen.getByText('Whole report')).toBeTruthy()
  act(() => app.router.history.back())
  await waitFor(() => expect(shownRowNames()).toHaveLength(8))
  // The chip clears the filter in the same way.
  act(() => app.router.history.forward())
  await user.click(await screen.findByRole('button', { name: 'Day: 19: show all rows' }))
  await waitFor(() => expect(shownRowNames()).toHaveLength(8))
})

it('rows are searched by name and sorted by a heading, and an empty result says so', async () => {
  const { user } = renderReports('zone_manager_rw')
  await findTitle('Attendance: North yard')
  await user.click(withinTable().getByRole('button', { name: 'Time inside' }))
  const heading = withinTable().getByRole('columnheader', { name: 'Time inside' })
  await waitFor(() => expect(heading.getAttribute('aria-sort')).toBe('ascending'))
  expect(shownRowNames()[0]).toContain('Bo Lind')
  await user.type(screen.getByRole('searchbox', { name: 'Search by name' }), 'alv')
  await waitFor(() => expect(shownRowNames()).toHaveLength(3))
  await user.type(screen.getByRole('searchbox', { name: 'Search by name' }), 'x')
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(shownRowNames()).toHaveLength(8))
})

it('the reader’s own report has no name column and no search', async () => {
  renderReports('app_user', '/reports?q=x', { 'reports/mine': () => answer(aReport()) })
  await findTitle('Attendance: North yard')
  expect(shownRowNames()).toHaveLength(8)
  expect(withinTable().queryByRole('columnheader', { name: 'Name' })).toBeNull()
  expect(screen.queryByRole('searchbox', { name: /^Search by/ })).toBeNull()
})

it('a row shows that it was corrected and contested', async () => {
  const { document: reportDocument, refs } = aReport()
  const textColumn = { kind: 'text', total: null } as const
  const columns = [
    ...reportDocument.columns,
    { key: 'measured', label: 'Measured', ...textColumn },
    { key: 'objection', label: 'Objection', ...textColumn },
  ]
  const measured = {
    firstIn: '2026-11-18T03:30:00.000Z',
    lastOut: null,
    unseenSince: null,
    insideMinutes: 273,
  }
  const report = aReport({
    columns,
    rows: reportDocument.rows.map((row, index) => [
      ...row,
      ...(index === 0 ? ['09:00, 273 min', 'Open'] : [null, null]),
    ]),
  })
  renderReports('zone_manager_rw', '/reports', {
    'reports/zone': () =>
      answer({ ...report, refs: refs.map((ref, index) => (index === 0 ? { ...ref, measured } : ref)) }),
  })
  await findTitle('Attendance: North yard')
  expect(screen.getAllByTitle('Corrected')).toHaveLength(1)
  const row = screen.getByTitle('Corrected').closest('tr') as HTMLElement
  expect(within(row).getByTitle('Objection: Open')).toBeTruthy()
  expect(within(row).getByText('09:00–still inside, 4 h 33 min')).toBeTruthy()
})

it('a row opens with its details, under its own URL', async () => {
  const { app, user } = renderReports('zone_manager_rw')
  await findTitle('Attendance: North yard')
  await user.click(screen.getByRole('button', { name: /Bo Lind.*19/ }))
  const details = within(await screen.findByRole('region', { name: /Bo Lind/ }))
  expect(details.getByText('Left early')).toBeTruthy()
  expect(details.getByText('09:00')).toBeTruthy()
  expect(details.queryByText('Name')).toBeNull()
  expect(app.path()).toContain('row=2026-11-19.')
})

it('the filters remain available for a report that is too long', async () => {
  const { user, requests } = renderReports('admin', '/reports?from=2026-09-01&to=2026-11-20', {
    'reports/all': ({ from }) =>
      from === '2026-09-01'
        ? refusal(422, 'REPORT_TOO_LARGE', 'This report is too long.')
        : answer(aReport()),
  })
  expect(await screen.findByText('This report is too long.')).toBeTruthy()
  expect(screen.getByRole('combobox', { name: 'Zone' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Last 7 days' }))
  await findTitle('Attendance: North yard')
  expect(requests.at(-1)?.[1]).toMatchObject(week)
})

it('the title shows the subject, the time zone, the start of stored data and what is missing before that', async () => {
  renderReports('admin', '/reports', {
    'reports/all': () =>
      answer(
        aReport({
          keptSince: '2026-11-18T20:00:00.000Z',
          group: 'Night crew',
          person: 'Zoe Hart',
          zonesDiffer: true,
        }),
      ),
  })
  await findTitle('Attendance: North yard')
  expect(screen.getByText('Night crew').parentElement?.textContent).toBe('Group: Night crew')
  expect(screen.getByText('Zoe Hart').parentElement?.textContent).toBe('Person: Zoe Hart')
  expect(screen.getByText(/midnight in each zone’s time zone. Times are shown in Asia\/Kolkata/)).toBeTruthy()
  // It was already past midnight in that time zone.
  expect(screen.getByText(/^Data is available from (19 Nov|Nov 19)/)).toBeTruthy()
  expect(screen.getByText(/People who have left the zone aren’t shown/)).toBeTruthy()
  expect(screen.getByText(/have been deleted and aren’t included/)).toBeTruthy()
})

it('an empty and a failed report each offer the next step', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { user } = renderReports('admin', '/reports', {
    'reports/all': ({ from }) =>
      from === week.from ? answer(aReport({ rows: [] })) : refusal(403, 'FORBIDDEN', 'No'),
  })
  expect(await screen.findByText('No records on these days')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Last month' }))
  expect(await screen.findByText('You don’t have permission to see this')).toBeTruthy()
})

it('the screen renders only the visible ones of thousands of rows, and paper all of them', () => {
  const smallReport = aReport()
  const manyRows = Array.from({ length: 1_500 }, () => smallReport.document.rows[0] ?? [])
  const report = { ...aReport({ rows: manyRows }), refs: [] }
  const props = {
    document: report.document,
    rows: toRows(report),
    totals: { label: 'Total', cells: [] },
    sorting: undefined,
    onSort: () => undefined,
    openKey: undefined,
    onOpen: () => undefined,
  }
  const { rerender } = renderUi(<ReportTable {...props} paper={false} />)
  expect(screen.getAllByRole('row').length).toBeLessThan(100)
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('1501')
  rerender(<ReportTable {...props} paper />)
  expect(document.querySelectorAll('tbody tr')).toHaveLength(1_500)
})

it('a saved correction appears in the table immediately, and a report that is then rejected is hidden', async () => {
  let isRefused = false
  const measuredReport = aReport()
  const correctedRows = measuredReport.document.rows.map((row, index) =>
    index === 0 ? row.with(6, 'Excused') : row,
  )
  let report = measuredReport
  const { user } = renderReports('zone_manager_rw', `/reports?row=2026-11-18.${anaId}.${zoneId}`, {
    'reports/zone': () => (isRefused ? refusal(403, 'FORBIDDEN', 'No') : answer(report)),
    'shifts/day': () => answer(aDay('2026-11-18')),
    'shifts/correct': () => {
      report = aReport({ rows: correctedRows })
      return answer({ correctionId: southId })
    },
  })
  await user.click(await screen.findByLabelText('Excused'))
  await user.type(screen.getByLabelText(/^Reason/), 'Ill')
  await user.click(screen.getByRole('button', { name: 'Save correction' }))
  expect(await withinTable().findByText('Excused')).toBeTruthy()
  isRefused = true
  await user.click(screen.getByRole('button', { name: 'Save correction' }))
  expect(await screen.findByText('You don’t have permission to see this')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Report rows' })).toBeNull()
})

it('a manager who may not read a zone’s reports keeps the other parts of the page', async () => {
  const zones = [aZone({ myRole: 'zone_manager_rw', entryExpiresAt, revoked: ['download_reports'] })]
  const { user, requests } = renderReports('zone_manager_rw', '/reports', {}, zones)
  expect(await screen.findByText(/Your permission to see the reports of this zone was revoked/)).toBeTruthy()
  expect(await screen.findByText('None waiting for an answer')).toBeTruthy()
  await user.click(screen.getByRole('tab', { name: 'Expected hours' }))
  expect(screen.getByRole('tab', { name: 'Email delivery' })).toBeTruthy()
  expect(requests).toEqual([])
})

it('the sections follow the rights in the zone shown, not in the selected one', async () => {
  const [north, south] = zonesFor('client_admin')
  const zones = [north, south && { ...south, myRole: 'app_user' as const }].flatMap(zone => zone ?? [])
  renderReports('client_admin', `/reports?zone=${southId}`, {}, zones)
  await findTitle('Attendance: North yard')
  expect(screen.queryByRole('tab')).toBeNull()
  expect(screen.queryByRole('region', { name: 'Objections' })).toBeNull()
})

it('an objection links to its day, even if nothing was recorded', async () => {
  const objection = {
    ...{
      id: southId,
      zoneId,
      person: { id: anaId, name: 'Ana Ruiz' },
      day: '2026-11-13',
      text: 'I was there',
    },
    ...{ answer: '', answeredBy: null, answeredAt: null, mayAnswer: true },
    ...{ state: 'open' as const, createdAt: '2026-11-14T09:00:00.000Z' },
  }
  const { user, requests } = renderReports('zone_manager_rw', '/reports?kind=presence', {
    'shifts/openObjections': () => answer({ rows: [objection], next: null }),
    'shifts/day': () => answer(aDay('2026-11-13')),
    'reports/zone': ({ kind, userId }) => answer(aReport({ kind, ...(userId && { rows: [] }) })),
  })
  await user.click(await screen.findByRole('button', { name: '1 waiting for an answer' }))
  await user.click(screen.getByRole('button', { name: 'Show day for Ana Ruiz' }))
  expect(await screen.findByRole('form', { name: 'Correct this day' })).toBeTruthy()
  expect(screen.getByRole('region', { name: /13.*2026/ })).toBeTruthy()
  expect(screen.queryByText('Visits')).toBeNull()
  const dayInput = { from: '2026-11-13', to: '2026-11-13', userId: anaId }
  expect(requests.at(-1)?.[1]).toEqual({ zoneId, kind: 'attendance', ...dayInput })
})

it('selecting a zone keeps the focus in its field', async () => {
  const { app, user } = renderReports('admin')
  await findTitle('Attendance: All zones')
  await user.click(screen.getByRole('combobox', { name: 'Zone' }))
  await user.click(await screen.findByRole('option', { name: 'South gate' }))
  await findTitle('Attendance: North yard')
  expect(app.path()).toContain(southId)
  expect(screen.getByRole('tab', { name: 'Email delivery' })).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Zone' }))
})

it('a person’s name is not searched for when the URL selects them', async () => {
  const searchInputs: unknown[] = []
  renderReports('admin', `/reports?zone=${southId}&person=${anaId}`, {
    'users/inZone': ({ search }) => {
      searchInputs.push(search)
      return answer({ rows: [], next: null })
    },
  })
  const field = await screen.findByRole('combobox', { name: 'Person' })
  await waitFor(() => expect((field as HTMLInputElement).value).toBe('The selected person'))
  // Wait longer than the debounce.
  await new Promise(resolve => setTimeout(resolve, 400))
  expect(searchInputs).toEqual([undefined])
})

it('a deleted group can be cleared with a button, and a zone’s group is dropped when the zone changes', async () => {
  const [north] = zonesFor('zone_manager_rw')
  const zones = [north, north && { ...north, id: southId, name: 'South gate' }].flatMap(zone => zone ?? [])
  const refuseGroup = ({ groupId }: { groupId?: string | undefined }) =>
    groupId ? refusal(404, 'GROUP_NOT_FOUND', 'This group no longer exists.') : answer(aReport())
  const { app, user } = renderReports(
    'zone_manager_rw',
    `/reports?zone=${southId}&group=${anaId}`,
    { 'reports/zone': refuseGroup },
    zones,
  )
  // A link to another of the reader's zones switches to that zone and keeps the link's group.
  expect(await screen.findByText('Group not found')).toBeTruthy()
  expect(app.path()).toContain('group=')
  expect(app.path()).not.toContain('zone=')
  act(() => zoneSelectionStore.set(aProfile().id, zoneId))
  await findTitle('Attendance: North yard')
  expect(app.path()).not.toContain('group=')
  act(() => void app.router.navigate({ to: '/reports', search: { group: anaId } as never }))
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
  await findTitle('Attendance: North yard')
})

it('selecting another kind clears the search, relabels the filters, and hides the search for rows without text', async () => {
  const { app, user } = renderReports('admin', `/reports?zone=${southId}&q=ana`, {
    'reports/zone': ({ kind }) => answer(aReport({ kind })),
  })
  await findTitle('Attendance: North yard')
  await user.click(screen.getByRole('radio', { name: 'Hazards' }))
  await findTitle('Hazards: North yard')
  expect(app.path()).not.toContain('q=')
  expect(screen.getByRole('searchbox', { name: 'Search by title' })).toBeTruthy()
  expect(screen.getByRole('combobox', { name: 'Reported by' })).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'Presence over time' }))
  await findTitle('Presence over time: North yard')
  expect(screen.queryByRole('searchbox', { name: /^Search by/ })).toBeNull()
})

it('a file is not filtered by search text if the screen has no search field', async () => {
  const startInputs: unknown[] = []
  const { user } = renderReports('admin', `/reports?zone=${southId}&kind=presence&q=lind`, {
    'reports/zone': ({ kind }) => answer(aReport({ kind })),
    'reportRuns/list': () => answer({ runs: [] }),
    'reportRuns/begin': input => {
      startInputs.push(input)
      return refusal(429, 'TOO_MANY_REQUESTS', 'Too many attempts.')
    },
  })
  await findTitle('Presence over time: North yard')
  await user.click(screen.getByRole('button', { name: 'Download' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('radio', { name: 'CSV' }))
  await user.click(dialog.getByRole('button', { name: 'Download' }))
  await waitFor(() => expect(startInputs).toMatchObject([{ kind: 'presence' }]))
  expect(startInputs[0]).not.toHaveProperty('search')
})

it('an empty filter result says so, and Last month is not offered twice', async () => {
  const { user } = renderReports(
    'admin',
    `/reports?zone=${southId}&person=${anaId}&from=2026-10-01&to=2026-10-31`,
    {
      'reports/zone': () => answer(aReport({ rows: [] })),
    },
  )
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
  expect(await screen.findByText('Try different days or another zone.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Last month' })).toBeNull()
})

it('the screen layout returns in browsers without print events, and for too many rows a file is suggested', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const smallReport = aReport()
  const { user } = renderReports('zone_manager_rw', '/reports?kind=presence', {
    'reports/zone': ({ kind }) =>
      answer(
        kind === 'presence'
          ? {
              ...smallReport,
              document: {
                ...smallReport.document,
                kind,
                rows: Array(2_001).fill(smallReport.document.rows[0]),
              },
              refs: [],
            }
          : smallReport,
      ),
  })
  expect(await screen.findByText('Download the PDF to print all rows')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Print' })).toBeNull()
  await user.click(screen.getByRole('radio', { name: 'Attendance' }))
  await findTitle('Attendance: North yard')
  print.mockImplementation(() => expect(shownRowNames()).toEqual([]))
  await user.click(screen.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
  expect(shownRowNames()).toHaveLength(8)
})
