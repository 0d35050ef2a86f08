import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { type Felt, waitForAnswer } from './answer-timeout.ts'

const everyMs = 5
const never = new Promise<never>(() => {})
const feeling = (...felt: Felt[]) => vi.fn(async () => felt.shift() ?? 'working')

it('an answer that comes at once is not asked after', async () => {
  const feel = feeling()
  expect(await waitForAnswer(Promise.resolve(7), { feel, everyMs })).toBe(7)
  await sleep(20)
  expect(feel).not.toHaveBeenCalled()
})

it('what the database works on is waited for', async () => {
  const answer = Promise.withResolvers<number>()
  const felt: Felt[] = ['working', 'working', 'idle', 'working', 'idle']
  const feel = vi.fn(async () => {
    if (felt.length === 1) answer.resolve(7)
    return felt.shift() ?? 'working'
  })
  expect(await waitForAnswer(answer.promise, { feel, everyMs })).toBe(7)
  expect(feel.mock.calls.length).toBeGreaterThan(4)
})

it('a database that answers nobody is given up at the first look', async () => {
  const feel = feeling('gone')
  await expect(waitForAnswer(never, { feel, everyMs })).rejects.toThrow('answers nothing')
})

it('a question that never arrived is given up at the second', async () => {
  const feel = feeling('idle', 'idle')
  await expect(waitForAnswer(never, { feel, everyMs })).rejects.toThrow('on the way')
  expect(feel).toHaveBeenCalledTimes(2)
})

it('what fails by itself fails as it did', async () => {
  await expect(waitForAnswer(Promise.reject(new Error('no')), { feel: feeling(), everyMs })).rejects.toThrow(
    'no',
  )
})
