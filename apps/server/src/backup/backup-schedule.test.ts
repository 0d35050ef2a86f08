import { describe, expect, it } from 'vitest'
import { findDueTimes, isBackupDue, isBackupSchedule, isBackupStale } from './backup-schedule.ts'

const at = (iso: string) => new Date(iso)

it('a schedule is a time of day, a cron expression of five fields, or off', () => {
  for (const schedule of ['02:30', '2:30', '23:59', '30 2 * * 1-5', '*/30 * * * *', 'off'])
    expect([schedule, isBackupSchedule(schedule)]).toEqual([schedule, true])
  for (const schedule of ['24:00', '02:60', 'nightly', '* * * *', '0 30 2 * * *', '61 2 * * *', ''])
    expect([schedule, isBackupSchedule(schedule)]).toEqual([schedule, false])
})

describe('the due times', () => {
  const find = (schedule: string, now: string, timeZone = 'Europe/Berlin') => {
    const times = findDueTimes(schedule, timeZone, at(now))
    return times && [times.last.toISOString(), times.next.toISOString()]
  }

  it('are in the time zone', () => {
    expect(find('02:30', '2026-06-10T12:00:00Z')).toEqual([
      '2026-06-10T00:30:00.000Z',
      '2026-06-11T00:30:00.000Z',
    ])
    expect(find('02:30', '2026-06-10T12:00:00Z', 'Asia/Kolkata')?.[0]).toBe('2026-06-09T21:00:00.000Z')
  })

  it('include the minute itself', () => {
    expect(find('02:30', '2026-06-10T00:30:00Z')?.[0]).toBe('2026-06-10T00:30:00.000Z')
  })

  it('exist on the day on which 02:30 is skipped, and once on the day on which it comes twice', () => {
    expect(find('02:30', '2026-03-29T12:00:00Z')?.[0]?.slice(0, 10)).toBe('2026-03-29')
    expect(find('02:30', '2026-10-25T12:00:00Z')?.[1]).toBe('2026-10-26T01:30:00.000Z')
  })

  it('are none if backups are off', () => expect(find('off', '2026-06-10T12:00:00Z')).toBeNull())
})

describe('a backup is due', () => {
  const due = at('2026-06-10T00:30:00Z')
  const history = { installedAt: at('2026-01-01T00:00:00Z'), goodAt: [], failedAt: [] }

  it('once, also when the server was down at its time', () => {
    expect(isBackupDue(due, at('2026-06-10T09:00:00Z'), history)).toBe(true)
    const goodAt = [at('2026-06-10T09:00:05Z')]
    expect(isBackupDue(due, at('2026-06-10T09:30:00Z'), { ...history, goodAt })).toBe(false)
  })

  it('not before the installation existed', () => {
    expect(
      isBackupDue(due, at('2026-06-10T09:00:00Z'), { ...history, installedAt: at('2026-06-10T08:00:00Z') }),
    ).toBe(false)
  })

  it('again an hour after a failure, three times in all', () => {
    const failedAt = [at('2026-06-10T00:30:00Z')]
    expect(isBackupDue(due, at('2026-06-10T01:29:00Z'), { ...history, failedAt })).toBe(false)
    expect(isBackupDue(due, at('2026-06-10T01:30:00Z'), { ...history, failedAt })).toBe(true)
    const threeFailures = [...failedAt, at('2026-06-10T01:30:00Z'), at('2026-06-10T02:30:00Z')]
    expect(isBackupDue(due, at('2026-06-10T12:00:00Z'), { ...history, failedAt: threeFailures })).toBe(false)
  })

  it('although there is one from a clock that was ahead', () => {
    expect(
      isBackupDue(due, at('2026-06-10T09:00:00Z'), { ...history, goodAt: [at('2026-09-01T00:30:00Z')] }),
    ).toBe(true)
  })
})

it('the last good backup is too old after 26 hours, and future ones do not count', () => {
  const now = at('2026-06-10T12:00:00Z')
  const installedAt = at('2026-01-01T00:00:00Z')
  expect(isBackupStale(now, { installedAt, goodAt: [at('2026-06-09T10:00:00Z')] })).toBe(false)
  expect(isBackupStale(now, { installedAt, goodAt: [at('2026-06-09T09:59:59Z')] })).toBe(true)
  expect(isBackupStale(now, { installedAt, goodAt: [at('2026-09-09T09:59:59Z')] })).toBe(true)
  expect(isBackupStale(now, { installedAt: at('2026-06-10T11:00:00Z'), goodAt: [] })).toBe(false)
})
