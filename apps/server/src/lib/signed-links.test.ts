import { describe, expect, it } from 'vitest'
import { createSignedLinks } from './signed-links.ts'

const partsOf = (link: string) => {
  const url = new URL(link, 'http://muster.example')
  return [
    url.pathname.slice('/files/'.length),
    url.searchParams.get('expires') ?? '',
    url.searchParams.get('signature') ?? '',
  ] as const
}

describe('a signed link', () => {
  it('opens its path, and no other, for at least half and at most all of five minutes', () => {
    let now = 1_000_123
    const links = createSignedLinks('secret', () => now)
    const [path, expires, signature] = partsOf(links.linkTo('avatars/a/b.webp'))
    expect(links.verify(path, expires, signature)).toBe(true)
    expect(links.verify('avatars/a/c.webp', expires, signature)).toBe(false)
    now += 2.5 * 60_000
    expect(links.verify(path, expires, signature)).toBe(true)
    now += 2.5 * 60_000
    expect(links.verify(path, expires, signature)).toBe(false)
  })

  it('cannot be prolonged, nor made with another secret', () => {
    const links = createSignedLinks('secret', () => 0)
    const [path, expires, signature] = partsOf(links.linkTo('avatars/a/b.webp'))
    expect(links.verify(path, String(Number(expires) + 1), signature)).toBe(false)
    expect(createSignedLinks('other', () => 0).verify(path, expires, signature)).toBe(false)
    expect(links.verify(path, 'NaN', signature)).toBe(false)
  })
})
