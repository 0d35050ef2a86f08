import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { type Felt, waitForAnswer } from './answer-timeout.ts'

const everyMs = 5
const never = new Promise<never>(() => {})
const feeling = (...felt: Felt[]) => vi.fn(async () => felt.shift() ?? 'working')

it('an immediate answer needs no probe', async () => {
  const feel = feeling()
  expect(await waitForAnswer(Promise.resolve(7), { feel, everyMs })).toBe(7)
  await sleep(20)
  expect(feel).not.toHaveBeenCalled()
})

it('the wait continues while the database works on an answer', async () => {
  const answer = Promise.withResolvers<number>()
  const felt: Felt[] = ['working', 'working', 'idle', 'working', 'idle']
  const feel = vi.fn(async () => {
    if (felt.length === 1) answer.resolve(7)
    return felt.shift() ?? 'working'
  })
  expect(await waitForAnswer(answer.promise, { feel, everyMs })).toBe(7)
  expect(feel.mock.calls.length).toBeGreaterThan(4)
})

it('an unresponsive database is given up on at the first probe', async () => {
  const feel = feeling('gone')
  await expect(waitForAnswer(never, { feel, everyMs })).rejects.toThrow('answers nothing')
})

it('a lost query is given up on at the second probe', async () => {
  const feel = feeling('idle', 'idle')
  await expect(waitForAnswer(never, { feel, everyMs })).rejects.toThrow('on the way')
  expect(feel).toHaveBeenCalledTimes(2)
})

it('a failing query fails with its own error', async () => {
  await expect(waitForAnswer(Promise.reject(new Error('no')), { feel: feeling(), everyMs })).rejects.toThrow(
    'no',
  )
})
