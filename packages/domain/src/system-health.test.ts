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
  const rateDatabase = (answerMs: number | null, stores = true) => healthOfDatabase({ answerMs, stores })
  expect([
    rateDatabase(2),
    rateDatabase(databaseSlowMs + 1),
    rateDatabase(null),
    rateDatabase(2, false),
  ]).toEqual(['good', 'watch', 'bad', 'bad'])
})

it('waiting, failing and stalled jobs are distinguished from unknown ones', () => {
  const healthyJobs = { waitingMs: 0, failing: 0, idleMs: 30_000 }
  const rateJobs = (changes: object) => healthOfJobs({ ...healthyJobs, ...changes })
  expect(rateJobs({})).toBe('good')
  expect([rateJobs({ failing: 1 }), rateJobs({ waitingMs: jobsLateMs + 1 })]).toEqual(['watch', 'watch'])
  expect([rateJobs({ waitingMs: jobsStuckMs + 1 }), rateJobs({ idleMs: jobsStuckMs + 1 })]).toEqual([
    'bad',
    'bad',
  ])
  expect([rateJobs({ idleMs: null }), healthOfJobs(null)]).toEqual(['unknown', 'unknown'])
})

it('a disk is bad when full or read-only, and needs watching before that', () => {
  const rateStorage = (freeBytes: number, writable = true) => healthOfStorage({ freeBytes, writable })
  expect(rateStorage(diskLowBytes)).toBe('good')
  expect([
    rateStorage(diskLowBytes - 1),
    rateStorage(diskFullBytes - 1),
    rateStorage(diskLowBytes, false),
  ]).toEqual(['watch', 'bad', 'bad'])
  expect(healthOfStorage(null)).toBe('unknown')
})

it('email is bad once given up, and needs watching while retried', () => {
  const rateMail = (changes: object) => healthOfMail({ waitingMs: 0, failing: 0, givenUp: 0, ...changes })
  expect([rateMail({}), rateMail({ failing: 1 }), rateMail({ givenUp: 1 })]).toEqual(['good', 'watch', 'bad'])
  expect([rateMail({ waitingMs: jobsStuckMs + 1 }), healthOfMail(null)]).toEqual(['bad', 'unknown'])
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
  const rateConnections = (screens: number, database: number | null) =>
    healthOfConnections({
      screens: { open: screens, most: 100 },
      database: database === null ? null : { open: database, most: 100 },
    })
  expect([
    rateConnections(1, 1),
    rateConnections(81, 1),
    rateConnections(1, 96),
    rateConnections(1, null),
    rateConnections(96, null),
  ]).toEqual(['good', 'watch', 'bad', 'unknown', 'bad'])
})
