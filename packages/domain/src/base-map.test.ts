import { i18n } from '@lingui/core'
import { expect, it } from 'vitest'
import { isMapFileName, mapAddressProblem } from './base-map.ts'

const findProblem = (...address: Parameters<typeof mapAddressProblem>) => {
  const message = mapAddressProblem(...address)
  return message && i18n._(message)
}

it('a map URL must use a secure connection and contain no password', () => {
  expect(mapAddressProblem('https://maps.example.org/style.json?key=abc')).toBeUndefined()
  expect(findProblem('http://maps.example.org/style.json')).toBe('The address must start with https://')
  expect(findProblem('javascript:alert(1)')).toBe('The address must start with https://')
  expect(findProblem('https://me:secret@maps.example.org/')).toMatch(/username or password/)
  expect(findProblem('maps.example.org')).toMatch(/^Enter an address/)
})

it.each(['a;sandbox', 'a,b.example', '*', '*.example', "'none'", 'a$b', 'a&b', 'a(b'])(
  'a host named %s is rejected because a content security policy would read it differently',
  host => expect(findProblem(`https://${host}/style.json`)).toMatch(/^The host name/),
)

it.each(['a.example:8443', 'my_tiles.example', 'münchen.example', '[2001:db8::1]:444', '192.0.2.1'])(
  'a host named %s is accepted',
  host => expect(mapAddressProblem(`https://${host}/style.json`)).toBeUndefined(),
)

it('a map file has a plain name without a path', () => {
  expect(isMapFileName('delhi-2026.pmtiles')).toBe(true)
  for (const name of ['../auth-secret', 'a/b.pmtiles', '.hidden.pmtiles', 'map.json', 'x'.repeat(200), '']) {
    expect(isMapFileName(name), name).toBe(false)
  }
})
