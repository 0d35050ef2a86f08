import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, it, vi } from 'vitest'
import { sendError } from '../app/http-errors.ts'
import { monitorDelay, refuseWhileBusy } from './refuse-while-busy.ts'

it('a refused request is not executed, even if responses are sent later', async () => {
  const app = Fastify()
  const servedUrls: string[] = []
  let isBusy = true
  app.setErrorHandler(sendError)
  app.addHook('onSend', async (_request, _reply, payload) => {
    await sleep(1)
    return payload
  })
  refuseWhileBusy(
    app,
    url => url === '/work',
    () => isBusy,
  )
  for (const url of ['/work', '/livez']) app.get(url, () => servedUrls.push(url))
  const refusedResponse = await app.inject('/work')
  expect([refusedResponse.statusCode, refusedResponse.headers['retry-after']]).toEqual([503, '2'])
  expect((await app.inject('/livez')).statusCode).toBe(200)
  await sleep(20)
  expect(servedUrls).toEqual(['/livez'])
  isBusy = false
  expect((await app.inject('/work')).statusCode).toBe(200)
  await app.close()
})

it('late turns of the event loop are detected, and so is their end', async () => {
  const onLate = vi.fn<() => void>()
  const delayMonitor = monitorDelay({ delayMs: 100, sweepMs: 50 })
  const lateCheckTimer = setInterval(() => delayMonitor.isLate() && onLate(), 1)
  await vi.waitFor(() => {
    const deadline = performance.now() + 1_000
    while (performance.now() < deadline);
    expect(onLate).toHaveBeenCalled()
  }, 15_000)
  await vi.waitFor(() => expect(delayMonitor.isLate()).toBe(false), 15_000)
  clearInterval(lateCheckTimer)
  delayMonitor.stop()
})
