import { afterEach, expect, it, vi } from 'vitest'
import { checkServer, toOrigin } from './to-origin.ts'

afterEach(() => void vi.unstubAllGlobals())

it.each([
  ['muster.example', 'https://muster.example'],
  [' https://muster.example/#/login ', 'https://muster.example'],
  ['muster.example:8443', 'https://muster.example:8443'],
  ['http://localhost:4280', 'http://localhost:4280'],
])('"%s" yields the server %s', (text, origin) => {
  expect(toOrigin(text)).toBe(origin)
})

it.each([
  ['', 'Type the address'],
  ['   ', 'Type the address'],
  ['http://muster.example', 'must start with https://'],
  ['ftp://muster.example', 'must start with https://'],
  ['two words', 'Type the address'],
])('"%s" yields no server', (text, reason) => {
  expect(() => toOrigin(text)).toThrow(reason)
})

it('accepts only a server that reports that it is alive', async () => {
  const stubFetch = (answer: () => Promise<Response>) => vi.stubGlobal('fetch', answer)
  stubFetch(async () => Response.json({ alive: true }))
  await expect(checkServer('https://muster.example')).resolves.toBeUndefined()
  for (const otherResponse of [
    Response.json({ ok: 1 }),
    new Response('<html>'),
    Response.json({ alive: true }, { status: 502 }),
  ]) {
    stubFetch(async () => otherResponse)
    await expect(checkServer('https://muster.example')).rejects.toThrow('isn’t a Muster server')
  }
  stubFetch(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect(checkServer('https://muster.example')).rejects.toThrow('No server is responding')
})
