import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readCode } from '../../../testing/caller.ts'
import { createProvider } from './provider.ts'

/** Additional claims of the next token; they override the defaults. */
let claims: Record<string, unknown>
let server: Server
let issuer: string

const encodePart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
function signJwt(key: KeyObject, payload: object) {
  const signingInput = `${encodePart({ alg: 'RS256', kid: 'one' })}.${encodePart(payload)}`
  return `${signingInput}.${sign('sha256', Buffer.from(signingInput), key).toString('base64url')}`
}

beforeAll(async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const responsesByPath: Record<string, () => object> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
    }),
    '/keys': () => ({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256' }] }),
    '/token': () => {
      const now = Math.floor(Date.now() / 1_000)
      const person = { sub: 'asha', email: 'asha@site.example', email_verified: true }
      const payload = { iss: issuer, iat: now, exp: now + 60, nonce: 'n', ...person, ...claims }
      return { access_token: 'x', token_type: 'Bearer', id_token: signJwt(privateKey, payload) }
    },
  }
  server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(responsesByPath[request.url ?? '']?.() ?? {}))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const exchangeClaims = (tokenClaims: Record<string, unknown>) => {
  claims = tokenClaims
  const settings = { issuer, clientId: 'muster', clientSecret: 's', name: 'Example', domains: [] }
  return createProvider({ ...settings, unknown: 'refuse' }, 'http://muster.example/callback').exchange(
    'code',
    {
      nonce: 'n',
      verifier: 'v'.repeat(43),
    },
  )
}

it.each([
  ['for us alone', { aud: 'muster' }],
  ['for us alone, as a list', { aud: ['muster'] }],
  ['for us alone, and says so', { aud: 'muster', azp: 'muster' }],
  ['made for us, and for another to read', { aud: ['muster', 'payroll'], azp: 'muster' }],
])('accepts a token %s', async (_, claims) => {
  expect(await exchangeClaims(claims)).toMatchObject({ sub: 'asha', email: 'asha@site.example' })
})

it.each([
  ['for two that does not say for whom it was made', { aud: ['muster', 'payroll'] }],
  ['for two that was made for the other', { aud: ['muster', 'payroll'], azp: 'payroll' }],
  ['for us that was made for another', { aud: 'muster', azp: 'payroll' }],
  ['for another', { aud: 'payroll', azp: 'muster' }],
  ['with another nonce', { aud: 'muster', nonce: 'other' }],
])('refuses a token %s', async (_, claims) => {
  expect(await readCode(exchangeClaims(claims))).toBe('SSO_REFUSED')
})
