import Fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { sendError } from '../app/http-errors.ts'
import { fail } from './fail.ts'
import { mapUnexpectedError, withLoggedReason } from './unexpected.ts'

const createRefusal = (code: string) => Object.assign(new Error(`refused with ${code}`), { code })
const warnings: unknown[] = []
const log = { warn: (...args: unknown[]) => warnings.push(args) }

const knownErrors = [
  ['57014', 'SERVICE_UNAVAILABLE', 503],
  ['55P03', 'SERVICE_UNAVAILABLE', 503],
  ['57P01', 'SERVICE_UNAVAILABLE', 503],
  ['25006', 'SERVICE_UNAVAILABLE', 503],
  ['28P01', 'SERVICE_UNAVAILABLE', 503],
  ['40P01', 'SERVICE_UNAVAILABLE', 503],
  ['23503', 'CONFLICT', 409],
  ['22P05', 'BAD_REQUEST', 400],
  ['42501', 'FORBIDDEN', 403],
] as const

test.each(knownErrors)('%s of the database is mapped to %s', (code, name) => {
  expect(mapUnexpectedError(createRefusal(code), log)).toMatchObject({ code: name })
})

test.each(knownErrors)(
  '%s is handled by every other endpoint as by a procedure',
  async (code, name, status) => {
    const app = Fastify()
    app.setErrorHandler(sendError)
    app.get('/', () => Promise.reject(createRefusal(code)))
    const response = await app.inject('/')
    expect(response.json()).toMatchObject({ code: name, status })
    expect(response.statusCode).toBe(status)
    expect(response.body).not.toContain('refused with')
  },
)

test.each([
  'Query read timeout',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Connection terminated unexpectedly',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
])('a silent or broken connection is mapped to unavailable: %s', message => {
  expect(mapUnexpectedError(new Error(message), log)).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
})

test('a refusal by the database is logged as a warning', () => {
  warnings.length = 0
  mapUnexpectedError(createRefusal('42501'), log)
  expect(warnings).toMatchObject([[{ err: { code: '42501' } }, expect.any(String)]])
})

test('a bug is not mapped', () => {
  const bugError = createRefusal('42703')
  expect(mapUnexpectedError(bugError, log)).toBe(bugError)
})

test('an answer because of an outage of the database is not logged', () => {
  warnings.length = 0
  const failure = Object.assign(fail('SERVICE_UNAVAILABLE'), { cause: createRefusal('57P01') })
  expect(withLoggedReason(failure, failure, '7KQM-3FXD', log)).toBe(failure)
  expect(warnings).toEqual([])
})

test('in an outage at most ten answers a second are logged, and only those name the line', () => {
  vi.useFakeTimers({ now: 1_000_000 })
  warnings.length = 0
  const answer = () =>
    withLoggedReason(fail('SERVICE_UNAVAILABLE'), new Error('the disk is full'), '7KQM-3FXD', log)
  const ids = Array.from({ length: 30 }, () => answer().data?.requestId)
  expect(ids.filter(Boolean)).toHaveLength(10)
  expect(warnings).toHaveLength(10)
  expect(warnings[0]).toEqual([
    { requestId: '7KQM-3FXD', reason: 'the disk is full' },
    'A request could not be answered now (503)',
  ])
  vi.setSystemTime(1_001_000)
  expect(answer().data).toEqual({ requestId: '7KQM-3FXD' })
  vi.useRealTimers()
  const refusal = fail('FORBIDDEN')
  expect(withLoggedReason(refusal, refusal, '7KQM-3FXD', log)).toBe(refusal)
})
