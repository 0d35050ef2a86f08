import { describe, expect, it } from 'vitest'
import { chooseKeptBackups } from './keep-backups.ts'

const DAY_MS = 86_400_000
const counts = { daily: 7, weekly: 4, monthly: 12 }
const timeZone = 'Europe/Berlin'
type Backup = { name: string; takenAt: Date }
const backupAt = (iso: string): Backup => ({ name: iso, takenAt: new Date(iso) })

/** Makes a backup at each of the times and prunes after each, as the nightly job does. */
function live(times: readonly Date[]): Backup[] {
  let backups: Backup[] = []
  for (const takenAt of times) {
    backups.push({ name: takenAt.toISOString(), takenAt })
    const remainingNames = chooseKeptBackups(backups, counts, { now: takenAt, timeZone })
    backups = backups.filter(it => remainingNames.has(it.name))
    expect(backups.length).toBeLessThanOrEqual(counts.daily + counts.weekly + counts.monthly)
    expect(backups.some(it => it.takenAt === takenAt)).toBe(true)
  }
  return backups
}
const nights = (from: string, count: number) =>
  Array.from({ length: count }, (_, index) => new Date(Date.parse(from) + index * DAY_MS))
const toDays = (backups: readonly Backup[]) => backups.map(it => it.takenAt.toISOString().slice(0, 10))

describe('after 400 nights', () => {
  // The last night is 2027-04-06, a Tuesday; February 2027 has 28 days.
  const days = toDays(live(nights('2026-03-03T01:30:00Z', 400)))

  it('the last seven days are there', () => {
    expect(days.slice(-7)).toEqual([
      '2027-03-31',
      '2027-04-01',
      '2027-04-02',
      '2027-04-03',
      '2027-04-04',
      '2027-04-05',
      '2027-04-06',
    ])
  })

  it('the Sundays of the last full weeks are there', () => {
    expect(days).toEqual(expect.arrayContaining(['2027-03-21', '2027-03-28', '2027-04-04']))
  })

  it('the last day of each of twelve months is there, whether it has 28, 30 or 31 days', () => {
    const months = ['2026-05-31', '2026-06-30', '2026-07-31', '2026-08-31', '2026-09-30', '2026-10-31']
    const later = ['2026-11-30', '2026-12-31', '2027-01-31', '2027-02-28', '2027-03-31']
    expect(days).toEqual(expect.arrayContaining([...months, ...later]))
    expect(days).not.toContain('2026-04-30')
  })

  it('nothing else is there', () => {
    expect(days).toHaveLength(7 + 2 + 10)
  })
})

it('missed nights do not remove older backups', () => {
  const times = nights('2026-01-01T01:30:00Z', 400).filter((_, index) => index < 20 || index > 390)
  const days = toDays(live(times))
  // The nine nights after a year without any: five of seven days are from before by then.
  expect(days).toContain('2026-01-20')
  expect(days.slice(-7)).toHaveLength(7)
})

it('backups made while the clock was 100 days ahead do not replace the others', () => {
  const right = nights('2026-06-01T01:30:00Z', 7)
  const ahead = nights('2026-09-15T01:30:00Z', 3)
  const backups = [...right, ...ahead].map(takenAt => ({ name: takenAt.toISOString(), takenAt }))
  const remainingNames = chooseKeptBackups(backups, counts, {
    now: new Date('2026-06-07T02:00:00Z'),
    timeZone,
  })
  expect(remainingNames.size).toBe(10)
})

it('days are those of the time zone, and a day of 23 or 25 hours is one day', () => {
  // 23:30 and 00:30 in Berlin; the clock goes back on 2026-10-25.
  const backups = [
    backupAt('2026-10-23T22:30:00Z'),
    backupAt('2026-10-24T21:30:00Z'),
    backupAt('2026-10-24T22:30:00Z'),
    backupAt('2026-10-25T22:30:00Z'),
    backupAt('2026-10-25T23:30:00Z'),
    backupAt('2026-10-26T22:30:00Z'),
  ]
  const remainingNames = chooseKeptBackups(
    backups,
    { daily: 3, weekly: 0, monthly: 0 },
    { now: new Date('2026-10-27T00:00:00Z'), timeZone },
  )
  expect([...remainingNames].sort()).toEqual([
    '2026-10-24T21:30:00Z',
    '2026-10-25T22:30:00Z',
    '2026-10-25T23:30:00Z',
    '2026-10-26T22:30:00Z',
  ])
})

it('the newest three of a day are kept, so one made by hand is not removed at once', () => {
  const hours = [8, 9, 10, 11].map(hour => backupAt(`2026-06-01T${String(hour).padStart(2, '0')}:00:00Z`))
  const remainingNames = chooseKeptBackups(hours, counts, { now: new Date('2026-06-01T12:00:00Z'), timeZone })
  expect([...remainingNames].sort()).toEqual(hours.slice(1).map(it => it.name))
})
