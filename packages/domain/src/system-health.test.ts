import { expect, it } from 'vitest'
import {
  healthOfConnections,
  healthOfDatabase,
  healthOfFeed,
  healthOfJobs,
  healthOfMail,
  healthOfStorage,
} from './system-health.ts'

const feedStuckMs = 10_000
const feedLateMs = 2_000
const diskFullBytes = 256 * 1024 * 1024
const diskLowBytes = 2_048 * 1024 * 1024
const jobsStuckMs = 10 * 60_000
const jobsLateMs = 2 * 60_000
const databaseSlowMs = 250

it('a database that is silent or read-only is bad, and a slow one needs watching', () => {
  const of = (answerMs: number | null, stores = true) => healthOfDatabase({ answerMs, stores })
  expect([of(2), of(databaseSlowMs + 1), of(null), of(2, false)]).toEqual(['good', 'watch', 'bad', 'bad'])
})

it('waiting, failing and stalled jobs are distinguished from unknown ones', () => {
  const well = { waitingMs: 0, failing: 0, idleMs: 30_000 }
  const of = (changes: object) => healthOfJobs({ ...well, ...changes })
  expect(of({})).toBe('good')
  expect([of({ failing: 1 }), of({ waitingMs: jobsLateMs + 1 })]).toEqual(['watch', 'watch'])
  expect([of({ waitingMs: jobsStuckMs + 1 }), of({ idleMs: jobsStuckMs + 1 })]).toEqual(['bad', 'bad'])
  expect([of({ idleMs: null }), healthOfJobs(null)]).toEqual(['unknown', 'unknown'])
})

it('a disk is bad when full or read-only, and needs watching before that', () => {
  const of = (freeBytes: number, writable = true) => healthOfStorage({ freeBytes, writable })
  expect(of(diskLowBytes)).toBe('good')
  expect([of(diskLowBytes - 1), of(diskFullBytes - 1), of(diskLowBytes, false)]).toEqual([
    'watch',
    'bad',
    'bad',
  ])
  expect(healthOfStorage(null)).toBe('unknown')
})

it('email is bad once given up, and needs watching while retried', () => {
  const of = (changes: object) => healthOfMail({ waitingMs: 0, failing: 0, givenUp: 0, ...changes })
  expect([of({}), of({ failing: 1 }), of({ givenUp: 1 })]).toEqual(['good', 'watch', 'bad'])
  expect([of({ waitingMs: jobsStuckMs + 1 }), healthOfMail(null)]).toEqual(['bad', 'unknown'])
})

it('a feed is bad if nobody follows it or if it is far behind', () => {
  expect([0, feedLateMs + 1, feedStuckMs + 1, null].map(healthOfFeed)).toEqual([
    'good',
    'watch',
    'bad',
    'bad',
  ])
})

it('the scarcer connections decide, and unknown ones never count as good', () => {
  const of = (screens: number, database: number | null) =>
    healthOfConnections({
      screens: { open: screens, most: 100 },
      database: database === null ? null : { open: database, most: 100 },
    })
  expect([of(1, 1), of(81, 1), of(1, 96), of(1, null), of(96, null)]).toEqual([
    'good',
    'watch',
    'bad',
    'unknown',
    'bad',
  ])
})
