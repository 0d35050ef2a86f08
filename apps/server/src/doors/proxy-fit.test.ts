import { expect, it, vi } from 'vitest'
import { createProxyFit, findMisfit } from './proxy-fit.ts'

const request = (ip: string, forwarded?: string, url = '/rpc/auth/me') => ({
  url,
  ip,
  headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
})

it.each([
  ['one proxy, as set', request('8.8.8.8', '8.8.8.8'), 1, undefined],
  ["a client's own header in front", request('8.8.8.8', '6.6.6.6, 8.8.8.8'), 1, undefined],
  ['no header from a trusted proxy', request('127.0.0.1'), 1, 'fewer'],
  ['two trusted, one there', request('8.8.8.8', '8.8.8.8'), 2, 'fewer'],
  ['one trusted, two there', request('10.0.0.2', '8.8.8.8, 10.0.0.2'), 1, 'more'],
  ['a listed proxy', request('8.8.8.8', '8.8.8.8'), ['10.0.0.2'], undefined],
  ['a proxy that is not listed', request('10.0.0.3', '8.8.8.8'), ['10.0.0.2'], 'unlisted'],
  ['a health check', request('127.0.0.1', undefined, '/readyz'), 1, undefined],
  ['no trusted proxy', request('10.0.0.3', '8.8.8.8'), false, undefined],
] as const)('%s: %s', (_name, it, trusted, misfit) => {
  expect(findMisfit(it, trusted)).toBe(misfit)
})

it('blames the proxy for a socket without its upgrade header', () => {
  const live = {
    url: '/live',
    ip: '8.8.8.8',
    headers: { 'sec-websocket-key': 'x', 'x-forwarded-for': '8.8.8.8' },
  }
  expect(findMisfit(live, 1)).toBe('socket')
  expect(findMisfit({ ...live, headers: { ...live.headers, upgrade: 'websocket' } }, 1)).toBeUndefined()
})

it('logs a misfit once, after the fifth request, and forgets it with time', () => {
  let at = 1_000
  const hooks: ((...given: unknown[]) => void)[] = []
  const log = { warn: vi.fn() }
  const fit = createProxyFit(() => at)
  fit.watch({ addHook: (_name: string, hook: () => void) => hooks.push(hook) } as never, log, 2)
  const send = () => hooks[0]?.({ ...request('8.8.8.8', '8.8.8.8'), socket: {} }, undefined, () => undefined)
  for (let n = 0; n < 4; n++) send()
  expect(log.warn).not.toHaveBeenCalled()
  expect(fit.seenSince(0)).toEqual([])
  for (let n = 0; n < 4; n++) send()
  expect(log.warn).toHaveBeenCalledOnce()
  expect(fit.seenSince(0)).toEqual(['fewer'])
  at = 9_000
  expect(fit.seenSince(5_000)).toEqual([])
})

it('forgets a missing upgrade once a socket opens, and signs that are an hour apart', () => {
  let at = 1_000
  const hooks: ((...given: unknown[]) => void)[] = []
  const fit = createProxyFit(() => at)
  fit.watch({ addHook: (_name: string, hook: () => void) => hooks.push(hook) } as never, { warn: vi.fn() }, 1)
  const send = (headers: object) =>
    hooks[0]?.({ url: '/live', ip: '8.8.8.8', headers, socket: {} }, undefined, () => undefined)
  const forged = { 'sec-websocket-key': 'x', 'x-forwarded-for': '8.8.8.8' }
  for (let n = 0; n < 5; n++) send(forged)
  expect(fit.seenSince(0)).toEqual(['socket'])
  send({ ...forged, upgrade: 'websocket' })
  expect(fit.seenSince(0)).toEqual([])
  for (let n = 0; n < 10; n++) {
    at += 60 * 60_000
    send(forged)
  }
  expect(fit.seenSince(0)).toEqual([])
})
