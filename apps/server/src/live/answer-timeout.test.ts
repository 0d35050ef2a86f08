import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { type ProbeState, waitForAnswer } from './answer-timeout.ts'

const everyMs = 5
const pendingForever = new Promise<never>(() => {})
const createProbe = (...states: ProbeState[]) => vi.fn(async () => states.shift() ?? 'working')

it('an immediate answer needs no probe', async () => {
  const probe = createProbe()
  expect(await waitForAnswer(Promise.resolve(7), { feel: probe, everyMs })).toBe(7)
  await sleep(20)
  expect(probe).not.toHaveBeenCalled()
})

it('the wait continues while the database works on an answer', async () => {
  const deferredAnswer = Promise.withResolvers<number>()
  const probeStates: ProbeState[] = ['working', 'working', 'idle', 'working', 'idle']
  const probe = vi.fn(async () => {
    if (probeStates.length === 1) deferredAnswer.resolve(7)
    return probeStates.shift() ?? 'working'
  })
  expect(await waitForAnswer(deferredAnswer.promise, { feel: probe, everyMs })).toBe(7)
  expect(probe.mock.calls.length).toBeGreaterThan(4)
})

it('an unresponsive database is given up on at the first probe', async () => {
  const probe = createProbe('gone')
  await expect(waitForAnswer(pendingForever, { feel: probe, everyMs })).rejects.toThrow('answers nothing')
})

it('a lost query is given up on at the second probe', async () => {
  const probe = createProbe('idle', 'idle')
  await expect(waitForAnswer(pendingForever, { feel: probe, everyMs })).rejects.toThrow('on the way')
  expect(probe).toHaveBeenCalledTimes(2)
})

it('a failing query fails with its own error', async () => {
  await expect(
    waitForAnswer(Promise.reject(new Error('no')), { feel: createProbe(), everyMs }),
  ).rejects.toThrow('no')
})
