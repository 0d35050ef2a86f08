import { expect, it } from 'vitest'
import { createReceiverLimit } from './receiver-limit.ts'

it('a webhook has a limited number of concurrent attempts; rejected ones are spaced out without delaying other webhooks', async () => {
  let time = 0
  const turns = createReceiverLimit(() => time)
  const ends: (() => void)[] = []
  const hold = () => new Promise<void>(resolve => ends.push(resolve))
  const running = Array.from({ length: 8 }, () => turns.take('slow', hold))
  expect(running.every(it => 'done' in it)).toBe(true)
  const [first, second] = [turns.take('slow', hold), turns.take('slow', hold)]
  const [soon, later] = [first, second].map(it => ('againIn' in it ? it.againIn : 0))
  expect(soon).toBeGreaterThan(0)
  expect(later).toBeGreaterThan(soon ?? 0)
  expect('done' in turns.take('other', hold)).toBe(true)
  time = 8_000
  ends[0]?.()
  const [one] = running
  await (one && 'done' in one ? one.done : undefined)
  expect('done' in turns.take('slow', hold)).toBe(true)
  // Attempts take eight seconds and eight run at once, so the ninth has to wait at least that long.
  const next = turns.take('slow', hold)
  expect('againIn' in next && next.againIn).toBeGreaterThanOrEqual(8_000)
})
