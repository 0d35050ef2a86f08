import { describe, expect, it } from 'vitest'
import { createSignedLinks } from './signed-links.ts'

const splitLink = (link: string) => {
  const url = new URL(link, 'http://muster.example')
  const readParam = (name: string) => url.searchParams.get(name) ?? ''
  const query = {
    session: readParam('session'),
    expires: readParam('expires'),
    signature: readParam('signature'),
  }
  return [url.pathname.slice('/files/'.length), query] as const
}

describe('a signed link', () => {
  it('opens only its own path, for between half and all of five minutes', () => {
    let now = 1_000_123
    const links = createSignedLinks('secret', () => now)
    const [path, query] = splitLink(links.linkTo('avatars/a/b.webp', 'session-1'))
    expect(links.verify(path, query)).toBe(true)
    expect(links.verify('avatars/a/c.webp', query)).toBe(false)
    expect(links.verify(path, { ...query, session: 'session-2' })).toBe(false)
    now += 2.5 * 60_000
    expect(links.verify(path, query)).toBe(true)
    now += 2.5 * 60_000
    expect(links.verify(path, query)).toBe(false)
  })

  it('cannot be extended or forged with another secret', () => {
    const links = createSignedLinks('secret', () => 0)
    const [path, query] = splitLink(links.linkTo('avatars/a/b.webp', 'session-1'))
    expect(links.verify(path, { ...query, expires: String(Number(query.expires) + 1) })).toBe(false)
    expect(createSignedLinks('other', () => 0).verify(path, query)).toBe(false)
    expect(links.verify(path, { ...query, expires: 'NaN' })).toBe(false)
  })
})
