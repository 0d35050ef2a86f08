import type { Role } from '@muster/domain/role.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { answer, fakeServer, type Handlers, refusal } from '../../testing/fake-server.ts'
import { aZone, serverFor, signIn } from '../../testing/people.ts'
import { renderApp, renderUi } from '../../testing/render.tsx'
import { rowsOf } from './report-rows.ts'
import { ReportTable } from './report-table.tsx'
import { anaId, aReport } from './testing/a-report.ts'

const entryExpiresAt = '2036-01-01T00:00:00.000Z'
const southId = '0192f0c0-0000-7000-8000-000000000102'

function show(role: Role, address = '/reports', more: Handlers = {}) {
  const asked: [string, unknown][] = []
  // Zone managers work in their only zone; the others choose among two.
  const zone = aZone({ myRole: role, entryExpiresAt })
  const zones = [zone, { ...zone, id: southId, name: 'South gate' }]
  fakeServer(
    {
      ...serverFor(role, role.startsWith('zone_manager') ? [zone] : zones),
      'groups/list': () => answer({ rows: [], next: null }),
      'users/inZone': () => answer({ rows: [], next: null }),
      ...more,
    },
    (name, input) => {
      if (name.startsWith('reports/') && name !== 'reports/calendar') asked.push([name, input])
    },
  )
  signIn()
  return { app: renderApp(address), asked, user: userEvent.setup() }
}

const rowsShown = () =>
  screen
    .getAllByRole('row')
    .flatMap(row => row.querySelector('[data-opens-details]')?.getAttribute('aria-label') ?? [])
const title = (text: string) => screen.findByRole('heading', { level: 2, name: text })
const table = () => within(screen.getByRole('region', { name: 'Rows of the report' }))

const zoneId = aZone().id
const week = { from: '2026-11-14', to: '2026-11-20' }

it.each([
  ['zone_manager_ro', 'reports/zone', { zoneId, kind: 'attendance', ...week }],
  ['admin', 'reports/all', { kind: 'attendance', ...week }],
  ['client_admin', 'reports/all', { kind: 'attendance', from: '2026-11-01', to: '2026-11-20' }],
  ['app_user', 'reports/mine', { from: '2026-11-07', to: '2026-11-20' }],
] as const)('%s is shown %s', async (role, name, input) => {
  const { asked } = show(role)
  await screen.findByRole('heading', { level: 2 })
  expect(asked).toEqual([[name, input]])
  expect(screen.queryAllByLabelText('Report').length > 0).toBe(role !== 'app_user')
})

it.each(['manager', 'supervisor', 'worker'] as const)(
  '%s is told why there are none, and nothing is asked',
  async role => {
    const { asked } = show(role, `/reports`)
    expect(await screen.findByText('You do not have permission to see reports')).toBeTruthy()
    expect(asked).toEqual([])
  },
)

it('the address says what is asked: kind, days and group of one zone', async () => {
  const groupId = southId
  const { asked } = show(
    'admin',
    `/reports?kind=broadcasts&zone=${southId}&from=2026-10-01&to=2026-10-31&group=${groupId}&person=${anaId}`,
  )
  await screen.findByRole('heading', { level: 2 })
  expect(asked).toEqual([
    [
      'reports/zone',
      { zoneId: southId, kind: 'broadcasts', from: '2026-10-01', to: '2026-10-31', groupId, userId: anaId },
    ],
  ])
})

it('a bar filters the rows and their totals, and Back undoes it', async () => {
  const { app, user } = show('zone_manager_rw')
  await title('Attendance: North yard')
  expect(rowsShown()).toHaveLength(8)
  expect(table().getByRole('rowheader', { name: 'Total' })).toBeTruthy()
  await user.click(screen.getByText('Figures of this chart'))
  await user.click(screen.getByRole('button', { name: '19', pressed: false }))
  await waitFor(() => expect(rowsShown()).toHaveLength(3))
  expect(app.path()).toContain('by=day&value=2026-11-19')
  const total = table().getByRole('rowheader', { name: 'Total of 3 of 8 rows' }).closest('tr') as HTMLElement
  expect(within(total).getByText('16 h 52 min')).toBeTruthy()
  act(() => app.router.history.back())
  await waitFor(() => expect(rowsShown()).toHaveLength(8))
  // The same by the chip.
  act(() => app.router.history.forward())
  await user.click(await screen.findByRole('button', { name: 'Day: 19: show all rows' }))
  await waitFor(() => expect(rowsShown()).toHaveLength(8))
})

it('finds by name, sorts by a heading, and says when nothing is left', async () => {
  const { user } = show('zone_manager_rw')
  await title('Attendance: North yard')
  await user.click(table().getByRole('button', { name: 'Hours inside' }))
  const heading = table().getByRole('columnheader', { name: 'Hours inside' })
  await waitFor(() => expect(heading.getAttribute('aria-sort')).toBe('ascending'))
  expect(rowsShown()[0]).toContain('Bo Lind')
  await user.type(screen.getByRole('searchbox', { name: 'Search by name' }), 'alv')
  await waitFor(() => expect(rowsShown()).toHaveLength(3))
  await user.type(screen.getByRole('searchbox', { name: 'Search by name' }), 'x')
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(rowsShown()).toHaveLength(8))
})

it('a row opens with all its facts, and has an address', async () => {
  const { app, user } = show('zone_manager_rw')
  await title('Attendance: North yard')
  await user.click(screen.getByRole('button', { name: /19.*Bo Lind/ }))
  const details = within(await screen.findByRole('region', { name: /Bo Lind/ }))
  expect(details.getByText('Left early')).toBeTruthy()
  expect(details.getByText('09:00')).toBeTruthy()
  expect(app.path()).toContain('row=2026-11-19.')
})

it('a report that is too long leaves the filters at hand', async () => {
  const { user, asked } = show('admin', '/reports?from=2026-09-01&to=2026-11-20', {
    'reports/all': ({ from }) =>
      from === '2026-09-01'
        ? refusal(422, 'REPORT_TOO_LARGE', 'This report is too long.')
        : answer(aReport()),
  })
  expect(await screen.findByText('This report is too long.')).toBeTruthy()
  expect(screen.getByRole('combobox', { name: 'Zone' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Last 7 days' }))
  await title('Attendance: North yard')
  expect(asked.at(-1)?.[1]).toMatchObject(week)
})

it('says since when data is kept, by whose clock, and what is missing before', async () => {
  show('admin', '/reports', {
    'reports/all': () => answer(aReport({ keptSince: '2026-11-18T20:00:00.000Z', zonesDiffer: true })),
  })
  await title('Attendance: North yard')
  expect(screen.getByText(/midnight of each zone; times are those of Asia\/Kolkata/)).toBeTruthy()
  // It was past midnight there.
  expect(screen.getByText(/^Data is kept since (19 Nov|Nov 19)/)).toBeTruthy()
  expect(screen.getByText(/People who have left the zone are not shown/)).toBeTruthy()
  expect(screen.getByText(/no longer kept/)).toBeTruthy()
})

it('nothing recorded, and a failure, each say the next step', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { user } = show('admin', '/reports', {
    'reports/all': ({ from }) =>
      from === week.from ? answer(aReport({ rows: [] })) : refusal(403, 'FORBIDDEN', 'No'),
  })
  expect(await screen.findByText('Nothing was recorded in these days')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Last month' }))
  expect(await screen.findByText('You do not have permission to see this')).toBeTruthy()
})

it('thousands of rows are drawn a few at a time on the screen, and all of them on paper', () => {
  const few = aReport()
  const many = Array.from({ length: 3_000 }, () => few.document.rows[0] ?? [])
  const report = { ...aReport({ rows: many }), refs: [] }
  const props = {
    document: report.document,
    rows: rowsOf(report),
    totals: { label: 'Total', cells: [] },
    sorting: undefined,
    onSort: () => undefined,
    openKey: undefined,
    onOpen: () => undefined,
  }
  const { rerender } = renderUi(<ReportTable {...props} paper={false} />)
  expect(screen.getAllByRole('row').length).toBeLessThan(100)
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('3001')
  rerender(<ReportTable {...props} paper />)
  expect(document.querySelectorAll('tbody tr')).toHaveLength(3_000)
})
