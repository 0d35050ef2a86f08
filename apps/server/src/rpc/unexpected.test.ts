import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { sendError } from '../app/http-errors.ts'
import { expectUnexpected } from './unexpected.ts'

const refused = (code: string) => Object.assign(new Error(`refused with ${code}`), { code })
const warnings: unknown[] = []
const log = { warn: (...what: unknown[]) => warnings.push(what) }

const knownErrors = [
  ['57014', 'SERVICE_UNAVAILABLE', 503],
  ['55P03', 'SERVICE_UNAVAILABLE', 503],
  ['57P01', 'SERVICE_UNAVAILABLE', 503],
  ['28P01', 'SERVICE_UNAVAILABLE', 503],
  ['40P01', 'SERVICE_UNAVAILABLE', 503],
  ['23503', 'CONFLICT', 409],
  ['22P05', 'BAD_REQUEST', 400],
  ['42501', 'FORBIDDEN', 403],
] as const

test.each(knownErrors)('%s of the database is mapped to %s', (code, name) => {
  expect(expectUnexpected(refused(code), log)).toMatchObject({ code: name })
})

test.each(knownErrors)(
  '%s is handled by every other endpoint as by a procedure',
  async (code, name, status) => {
    const app = Fastify()
    app.setErrorHandler(sendError)
    app.get('/', () => Promise.reject(refused(code)))
    const answer = await app.inject('/')
    expect(answer.json()).toMatchObject({ code: name, status })
    expect(answer.statusCode).toBe(status)
    expect(answer.body).not.toContain('refused with')
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
  expect(expectUnexpected(new Error(message), log)).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
})

test('a refusal by the database is logged as a warning', () => {
  warnings.length = 0
  expectUnexpected(refused('42501'), log)
  expect(warnings).toMatchObject([[{ err: { code: '42501' } }, expect.any(String)]])
})

test('a bug is not mapped', () => {
  const bug = refused('42703')
  expect(expectUnexpected(bug, log)).toBe(bug)
})
