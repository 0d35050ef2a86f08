import { describe, expect, it } from 'vitest'
import { hazardStatuses, isOverdue, isStep, listSteps, mayTakeStep } from './hazard.ts'
import { roles } from './role.ts'

describe('the life of a hazard', () => {
  it('follows exactly the transitions of the design', () => {
    const steps = hazardStatuses.flatMap(from =>
      hazardStatuses.filter(to => isStep(from, to)).map(to => `${from} → ${to}`),
    )
    expect(steps).toEqual([
      'open → in_progress',
      'open → resolved',
      'open → closed',
      'in_progress → open',
      'in_progress → resolved',
      'in_progress → closed',
      'resolved → open',
      'resolved → closed',
      'closed → open',
    ])
  })

  it('is driven by managers and admins, while reporters may only close their own hazards and owners of findings resolve theirs', () => {
    const managers = roles.filter(role => mayTakeStep({ rights: { role }, isReporter: false }, 'in_progress'))
    expect(managers).toEqual(['super_admin', 'admin', 'client_admin', 'zone_manager_rw'])
    const reporters = roles.filter(role => mayTakeStep({ rights: { role }, isReporter: true }, 'closed'))
    expect(reporters).toEqual(roles.filter(role => role !== 'zone_manager_ro'))
    expect(listSteps('open', { rights: { role: 'app_user' }, isReporter: true })).toEqual(['closed'])
    expect(listSteps('closed', { rights: { role: 'app_user' }, isReporter: true })).toEqual([])
    expect(listSteps('open', { rights: { role: 'zone_manager_ro' }, isReporter: false })).toEqual([])
    const owner = { rights: { role: 'app_user' }, isReporter: false, ownsFinding: true } as const
    expect(listSteps('in_progress', owner)).toEqual(['resolved'])
    expect(listSteps('resolved', owner)).toEqual([])
  })

  it('is overdue only while the hazard is unsettled', () => {
    const dueAt = '2026-11-20T09:00:00.000Z'
    const afterDue = Date.parse(dueAt) + 1
    expect(isOverdue('open', dueAt, afterDue)).toBe(true)
    expect(isOverdue('in_progress', dueAt, afterDue - 2)).toBe(false)
    expect(isOverdue('resolved', dueAt, afterDue)).toBe(false)
    expect(isOverdue('open', null, afterDue)).toBe(false)
  })
})
