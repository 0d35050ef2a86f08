import { expect, it } from 'vitest'
import { recentActivity } from './recent-activity.ts'

const aVisit = (id: string, entry: string, exit: string | null, durationMinutes: number | null = null) => ({
  id,
  entryTime: `2026-11-20T${entry}:00Z`,
  exitTime: exit && `2026-11-20T${exit}:00Z`,
  durationMinutes,
})

it('lists entries and exits, newest first, up to the limit', () => {
  const visits = [aVisit('b', '09:00', null), aVisit('a', '07:00', '08:30', 90)]
  expect(recentActivity(visits, 2).map(({ kind, at }) => `${kind} ${at.slice(11, 16)}`)).toEqual([
    'Entered 09:00',
    'Exited 08:30',
  ])
  expect(recentActivity(visits, 3).at(2)).toMatchObject({ kind: 'Entered', id: 'a-in' })
  expect(recentActivity(visits, 3).at(1)).toMatchObject({ durationMinutes: 90 })
  expect(recentActivity([], 3)).toEqual([])
})
