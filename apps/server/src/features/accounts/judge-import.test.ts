import type { ZoneRole } from '@muster/domain/role.ts'
import { expect, it } from 'vitest'
import { refuseLastManagers, type Verdict } from './judge-import.ts'

const change = (
  before: Readonly<Record<string, ZoneRole>>,
  after: Readonly<Record<string, ZoneRole>>,
  accepted = true,
) => ({
  verdict: {
    outcome: 'changed',
    changes: ['zones'],
    account: {},
    zones: Object.entries(after).map(([zoneId, role]) => ({ zoneId, role })),
  } as Verdict,
  present: {
    id: 'x',
    firstName: 'A',
    lastName: 'B',
    phone: null,
    role: 'app_user' as const,
    status: 'active' as const,
    zones: new Map(Object.entries(before).map(([zoneId, role]) => [zoneId, { role, accepted }])),
  },
})
const demote = (zone: string) => change({ [zone]: 'zone_manager_rw' }, { [zone]: 'app_user' })
const promote = (zone: string) => change({ [zone]: 'app_user' }, { [zone]: 'zone_manager_ro' })
const judge = (rows: ReturnType<typeof change>[], managers: Readonly<Record<string, number>>) => {
  refuseLastManagers(rows, new Map(Object.entries(managers)))
  return rows.map(it => it.verdict.outcome)
}

it('the managers of a zone are counted after all rows, and the last rows are refused', () => {
  expect(judge([demote('a'), demote('a')], { a: 2 })).toEqual(['changed', 'last_manager'])
  expect(judge([demote('a'), demote('a')], { a: 3 })).toEqual(['changed', 'changed'])
  expect(judge([demote('a'), promote('a')], { a: 1 })).toEqual(['changed', 'changed'])
  expect(judge([demote('a')], { a: 1 })).toEqual(['last_manager'])
})

it('a manager who has not accepted the invitation does not count', () => {
  const invited = change({ a: 'app_user' }, { a: 'zone_manager_rw' }, false)
  expect(judge([demote('a'), invited], { a: 1 })).toEqual(['last_manager', 'changed'])
  const joins = change({}, { a: 'zone_manager_rw' })
  expect(judge([demote('a'), joins], { a: 1 })).toEqual(['last_manager', 'changed'])
})

it('a refused row appoints nobody, so that rows that need its appointment are refused too', () => {
  const move = () => change({ a: 'zone_manager_rw', b: 'app_user' }, { a: 'app_user', b: 'zone_manager_rw' })
  expect(judge([demote('b'), move()], { a: 1, b: 1 })).toEqual(['last_manager', 'last_manager'])
  const back = change({ b: 'zone_manager_rw', a: 'app_user' }, { b: 'app_user', a: 'zone_manager_rw' })
  expect(judge([move(), back], { a: 1, b: 1 })).toEqual(['changed', 'changed'])
})
