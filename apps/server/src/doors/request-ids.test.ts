import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { createRequestIds } from './request-ids.ts'

const fromAddress = (remoteAddress: string, id?: string) =>
  ({ headers: { 'x-request-id': id }, socket: { remoteAddress } }) as unknown as IncomingMessage
const ownPattern = /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/
const proxyId = '5f2b1c9e8d7a6b5c4d3e2f1a0b9c8d7e'

it('gives each request a unique id that can be read out', () => {
  const createId = createRequestIds(false)
  const ids = Array.from({ length: 2_000 }, () => createId(fromAddress('10.0.0.1')))
  expect(ids.filter(id => !ownPattern.test(id))).toEqual([])
  expect(new Set(ids).size).toBe(ids.length)
})

it('ignores the id of a client or an untrusted proxy', () => {
  expect(createRequestIds(false)(fromAddress('10.0.0.1', proxyId))).toMatch(ownPattern)
  expect(createRequestIds(0)(fromAddress('10.0.0.1', proxyId))).toMatch(ownPattern)
  expect(createRequestIds(['10.0.0.2', '192.168.0.0/16'])(fromAddress('10.0.0.1', proxyId))).toMatch(
    ownPattern,
  )
})

it('uses the id of a trusted proxy', () => {
  expect(createRequestIds(1)(fromAddress('10.0.0.1', proxyId))).toBe(proxyId)
  const createId = createRequestIds(['10.0.0.2', '192.168.0.0/16', '::1'])
  for (const address of ['10.0.0.2', '::ffff:10.0.0.2', '192.168.3.4', '::1'])
    expect(createId(fromAddress(address, proxyId))).toBe(proxyId)
})

it('ignores an id of another form from a trusted proxy', () => {
  const createId = createRequestIds(1)
  for (const id of [
    'short',
    'a'.repeat(65),
    'with space 1',
    'a\nb"}fake-line',
    '<script>alert(1)',
    '-leading-dash',
  ])
    expect(createId(fromAddress('10.0.0.1', id))).toMatch(ownPattern)
})
