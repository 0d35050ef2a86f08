import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createFeedStart } from './feed-start.ts'

let feedStart: ReturnType<typeof createFeedStart>
let onGap: ReturnType<typeof vi.fn<() => void>>
beforeEach(() => {
  feedStart = createFeedStart()
  onGap = vi.fn<() => void>()
  feedStart.onGap(onGap)
})

describe('the feed start', () => {
  it('is the oldest position of the session, at the time of its first request', () => {
    feedStart.record('a', 'e 100', 2_000)
    feedStart.record('a', 'e 105', 3_000)
    expect(feedStart.take('a')).toEqual({ epoch: 'e', cursor: '100', at: 2_000 })
    feedStart.record('a', 'e 99', 1_500)
    expect(feedStart.take('a')).toEqual({ epoch: 'e', cursor: '99', at: 1_500 })
  })

  it('applies to one session only', () => {
    feedStart.record('a', 'e 100', 2_000)
    expect(feedStart.take('b')).toBeUndefined()
    feedStart.record('b', 'e 200', 9_000)
    expect(feedStart.take('b')).toEqual({ epoch: 'e', cursor: '200', at: 9_000 })
    expect(feedStart.take('a')).toBeUndefined()
  })

  it.each([
    ['without a position', null],
    ['with another epoch', 'e2 200'],
    ['with a malformed position', 'e x'],
    ['with a cursor only', '100'],
  ])('stays unknown after a response %s', (_, position) => {
    feedStart.record('a', 'e 100', 1)
    feedStart.record('a', position, 2)
    feedStart.record('a', 'e 101', 3)
    expect(feedStart.take('a')).toBeUndefined()
  })

  it('reports a gap when a response is older than the position that was taken, or has none', () => {
    feedStart.record('a', 'e 100', 1)
    feedStart.record('a', 'e 99', 2)
    expect(onGap).not.toHaveBeenCalled()
    feedStart.take('a')
    feedStart.record('a', 'e 99', 3)
    expect(onGap).not.toHaveBeenCalled()
    feedStart.record('a', 'e 98', 4)
    expect(onGap).toHaveBeenCalledTimes(1)
    feedStart.record('a', null, 5)
    expect(onGap).toHaveBeenCalledTimes(2)
  })

  it('ends when the feed is followed: later requests are not compared, earlier ones still are', () => {
    feedStart.record('a', 'e 100', 1_000)
    feedStart.take('a')
    feedStart.end('a', 2_000)
    expect(feedStart.take('a')).toBeUndefined()
    feedStart.record('a', 'e2 7', 2_500)
    expect(onGap).not.toHaveBeenCalled()
    feedStart.record('a', 'e 90', 1_900)
    expect(onGap).toHaveBeenCalledOnce()
  })
})
