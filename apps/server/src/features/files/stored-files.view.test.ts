import { expect, it } from 'vitest'
import { withFileLinks } from './stored-files.view.ts'

it("an event's file gets signed links, even if an earlier version wrote it without kind and thumbnail path", () => {
  const file = { id: 'x', name: 'stairs.jpg', size: 7, url: 'group-files/1.webp' } as const
  const events = [
    { ...file, name: 'stairs.webp', kind: 'picture', thumbnailUrl: 'group-files/1.thumb.webp' },
    { ...file, kind: 'office', thumbnailUrl: 'group-files/1.webp' },
  ] as const
  const expectedEvent = {
    id: 'x',
    name: 'stairs.webp',
    kind: 'picture',
    size: 7,
    url: '/group-files/1.webp',
    thumbnailUrl: '/group-files/1.thumb.webp',
  }
  expect(events.map(event => withFileLinks(event, path => `/${path}`))).toEqual([
    expectedEvent,
    expectedEvent,
  ])
})
