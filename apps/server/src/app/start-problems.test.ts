import { expect, test } from 'vitest'
import { toStartProblem } from './start-problems.ts'

const url = 'postgres://me:secret@db.example.org/muster?sslmode=verify-full&sslrootcert=/nowhere/ca.crt'

test.each([
  [{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT', message: 'self-signed certificate' }, /sslrootcert=/],
  [{ code: 'SELF_SIGNED_CERT_IN_CHAIN' }, /not trusted/],
  [{ code: 'CERT_HAS_EXPIRED' }, /has expired/],
  [{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, /another host name/],
  [{ code: 'ENOENT', path: '/nowhere/ca.crt' }, /the certificate file \/nowhere\/ca\.crt does not exist/],
  [{ message: 'The server does not support SSL connections' }, /does not offer TLS/],
  [{ code: '28000', message: 'no pg_hba.conf entry for host "10.0.0.1", no encryption' }, /asks for TLS/],
  [{ code: 'ECONNREFUSED', message: 'connect ECONNREFUSED' }, /cannot be used: connect ECONNREFUSED/],
  [
    { code: 'ENOSPC', message: 'ENOSPC: no space left on device, write' },
    /^The disk is full \(DATA_DIR \/data\)/,
  ],
])('%j is one line without the password', (error, expected) => {
  const line = toStartProblem(error, { DATABASE_URL: url, DATA_DIR: '/data' })
  expect(line).toMatch(expected)
  expect(line).not.toContain('\n')
  expect(line).not.toContain('secret')
})

test('keeps the stack trace of a bug and of a missing file of our own', () => {
  expect(toStartProblem(new TypeError('x is undefined'), { DATABASE_URL: url })).toBeUndefined()
  expect(
    toStartProblem({ code: 'ENOENT', path: '/app/web/index.html' }, { DATABASE_URL: url }),
  ).toBeUndefined()
  expect(toStartProblem({ code: 'CERT_HAS_EXPIRED' }, {})).toBeUndefined()
})
