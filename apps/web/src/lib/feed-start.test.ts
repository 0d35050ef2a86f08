import { beforeEach, expect, it, vi } from 'vitest'
import { createFeedStart } from './feed-start.ts'

let feedStart: ReturnType<typeof createFeedStart>
let onOlder: ReturnType<typeof vi.fn<() => void>>
beforeEach(() => {
  feedStart = createFeedStart()
  onOlder = vi.fn<() => void>()
  feedStart.onOlder(onOlder)
})

it('keeps the oldest position of the session and the time of its first request', () => {
  feedStart.record('a', 'e 100', 2_000)
  feedStart.record('a', 'e 105', 3_000)
  expect(feedStart.get('a')).toEqual({ epoch: 'e', cursor: '100', at: 2_000 })
  expect(onOlder).not.toHaveBeenCalled()
  feedStart.record('a', 'e 99', 1_500)
  expect(feedStart.get('a')).toEqual({ epoch: 'e', cursor: '99', at: 1_500 })
  expect(onOlder).toHaveBeenCalledOnce()
})

it('belongs to one session', () => {
  feedStart.record('a', 'e 100', 2_000)
  expect(feedStart.get('b')).toBeUndefined()
  feedStart.record('b', 'e 200', 9_000)
  expect(feedStart.get('b')).toEqual({ epoch: 'e', cursor: '200', at: 9_000 })
  expect(feedStart.get('a')).toBeUndefined()
})

it('is unknown for good once answers come from two histories of the database', () => {
  feedStart.record('a', 'e1 100', 1)
  feedStart.record('a', 'e2 50', 2)
  feedStart.record('a', 'e2 60', 3)
  expect(feedStart.get('a')).toBeUndefined()
  expect(onOlder).toHaveBeenCalledOnce()
})

it.each(['', 'e', 'e x', 'e -1', '100'])('ignores a header that is no position: %j', position => {
  feedStart.record('a', position, 1)
  expect(feedStart.get('a')).toBeUndefined()
})
