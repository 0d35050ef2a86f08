import { roles } from '@muster/domain/role.ts'
import { expect, it } from 'vitest'
import { lastMonth, namedSpans, reportReach, spanFor, spanProblem, storedMonths } from './report-reach.ts'

const today = '2026-03-29'

it('the reach of a role follows its permissions', () => {
  expect(Object.fromEntries(roles.map(role => [role, reportReach(role)]))).toEqual({
    super_admin: 'all',
    admin: 'all',
    client_admin: 'months',
    zone_manager_rw: 'zone',
    zone_manager_ro: 'zone',
    app_user: 'mine',
    manager: undefined,
    supervisor: undefined,
    worker: undefined,
  })
})

it('named spans end yesterday, today, or at the end of the month', () => {
  expect(namedSpans(today).map(({ span }) => span)).toEqual([
    { from: '2026-03-28', to: '2026-03-28' },
    { from: '2026-03-23', to: '2026-03-29' },
    { from: '2026-03-16', to: '2026-03-29' },
    { from: '2026-03-01', to: '2026-03-29' },
    { from: '2026-02-01', to: '2026-02-28' },
  ])
  expect(lastMonth('2026-01-31')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
})

it('months are offered back to the first one with stored data', () => {
  expect(storedMonths(today, 90)).toEqual(['2026-03-01', '2026-02-01', '2026-01-01', '2025-12-01'])
  expect(storedMonths(today, 1)).toEqual(['2026-03-01'])
})

it.each([
  ['2026-03-01', '2026-03-30', 'Choose dates up to today'],
  ['2026-03-02', '2026-03-01', 'The last day is before the first day'],
  ['2025-12-19', '2026-03-29', 'Choose up to 100 days'],
  ['2025-12-20', '2026-03-29', undefined],
])('%s to %s: %s', (from, to, problem) => {
  expect(spanProblem({ from, to }, today)).toBe(problem)
})

it('the days in the URL apply if the reach allows them', () => {
  const oldSpan = { from: '2026-02-03', to: '2026-02-09' }
  const week = { from: '2026-03-23', to: today }
  expect(spanFor('zone', oldSpan, today)).toEqual(oldSpan)
  expect(spanFor('all', { from: '2020-01-01', to: today }, today)).toEqual(week)
  expect(spanFor('zone', { from: '2026-03-01' }, today)).toEqual(week)
  expect(spanFor('months', oldSpan, today)).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(spanFor('months', {}, today)).toEqual({ from: '2026-03-01', to: today })
  expect(spanFor('mine', oldSpan, today)).toEqual({ from: '2026-03-16', to: today })
  expect(spanFor('mine', week, today)).toEqual(week)
})
