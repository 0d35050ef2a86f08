import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { type Felt, waitForAnswer } from './answer-timeout.ts'

const everyMs = 5
const never = new Promise<never>(() => {})
const feeling = (...felt: Felt[]) => vi.fn(async () => felt.shift() ?? 'working')

it('sends no probe for an immediate answer', async () => {
  const feel = feeling()
  expect(await waitForAnswer(Promise.resolve(7), { feel, everyMs })).toBe(7)
  await sleep(20)
  expect(feel).not.toHaveBeenCalled()
})

it('waits for an answer the database is working on', async () => {
  const answer = Promise.withResolvers<number>()
  const felt: Felt[] = ['working', 'working', 'idle', 'working', 'idle']
  const feel = vi.fn(async () => {
    if (felt.length === 1) answer.resolve(7)
    return felt.shift() ?? 'working'
  })
  expect(await waitForAnswer(answer.promise, { feel, everyMs })).toBe(7)
  expect(feel.mock.calls.length).toBeGreaterThan(4)
})

it('gives up on an unresponsive database at the first probe', async () => {
  const feel = feeling('gone')
  await expect(waitForAnswer(never, { feel, everyMs })).rejects.toThrow('answers nothing')
})

it('gives up on a lost query at the second probe', async () => {
  const feel = feeling('idle', 'idle')
  await expect(waitForAnswer(never, { feel, everyMs })).rejects.toThrow('on the way')
  expect(feel).toHaveBeenCalledTimes(2)
})

it("fails with a failing query's own error", async () => {
  await expect(waitForAnswer(Promise.reject(new Error('no')), { feel: feeling(), everyMs })).rejects.toThrow(
    'no',
  )
})
