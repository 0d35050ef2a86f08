import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, it, vi } from 'vitest'
import { sendError } from '../app/http-errors.ts'
import { refuseWhileBusy, watchDelay } from './refuse-while-busy.ts'

it('a refused request is not executed, even if responses are sent later', async () => {
  const app = Fastify()
  const done: string[] = []
  let busy = true
  app.setErrorHandler(sendError)
  app.addHook('onSend', async (_request, _reply, payload) => {
    await sleep(1)
    return payload
  })
  refuseWhileBusy(
    app,
    url => url === '/work',
    () => busy,
  )
  for (const url of ['/work', '/livez']) app.get(url, () => done.push(url))
  const refused = await app.inject('/work')
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '2'])
  expect((await app.inject('/livez')).statusCode).toBe(200)
  await sleep(20)
  expect(done).toEqual(['/livez'])
  busy = false
  expect((await app.inject('/work')).statusCode).toBe(200)
  await app.close()
})

it('late turns of the event loop are detected, and so is their end', async () => {
  const late = vi.fn<() => void>()
  const watch = watchDelay({ delayMs: 100, sweepMs: 50 })
  const looks = setInterval(() => watch.isLate() && late(), 1)
  await vi.waitFor(() => {
    const until = performance.now() + 1_000
    while (performance.now() < until);
    expect(late).toHaveBeenCalled()
  }, 15_000)
  await vi.waitFor(() => expect(watch.isLate()).toBe(false), 15_000)
  clearInterval(looks)
  watch.stop()
})
