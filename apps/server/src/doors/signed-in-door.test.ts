import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import type { ActiveSession } from '../rpc/sessions.ts'
import { prepareActors, requireSession } from './signed-in-door.ts'

const session: ActiveSession = {
  sessionId: '1',
  userId: '2',
  role: 'app_user',
  email: 'asha@site.example',
  expiresAt: Number.POSITIVE_INFINITY,
}

/**
 * Sends the headers and half of a body, and the other half after `pauseMs`, by which time the session is `laterSession`. Returns
 * the status code, how often the session was looked up and how many requests reached the handler.
 */
async function sendSlowly(laterSession: ActiveSession | null, pauseMs: number, isCached: boolean) {
  let resolveCount = 0
  let currentSession: ActiveSession | null = session
  let acceptedCount = 0
  const app = Fastify()
  prepareActors(app)
  const resolve = () => {
    resolveCount++
    return isCached && currentSession ? currentSession : Promise.resolve(currentSession)
  }
  app.post('/door', { onRequest: requireSession({ resolve }) }, () => ({ taken: ++acceptedCount }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as { port: number }).port, '127.0.0.1')
  const statusLinePromise = new Promise<string>(done =>
    socket.once('data', data => done(String(data).split('\r\n')[0] ?? '')),
  )
  const requestStart =
    'POST /door HTTP/1.1\r\nhost: x\r\nauthorization: Bearer t\r\ncontent-type: application/json\r\ncontent-length: 5\r\n\r\n[1,'
  if (pauseMs > 0) {
    socket.write(requestStart)
    await sleep(pauseMs)
  }
  currentSession = laterSession
  socket.write(pauseMs > 0 ? '2]' : `${requestStart}2]`)
  const statusLine = await statusLinePromise
  socket.destroy()
  await app.close()
  return { answer: statusLine.slice(9, 12), asked: resolveCount, taken: acceptedCount }
}

it.each([true, false])(
  'a slow body is refused after its sender was signed out (cached: %s)',
  async isCached => {
    expect(await sendSlowly(null, 400, isCached)).toEqual({ answer: '401', asked: 2, taken: 0 })
  },
)

it('a slow body is accepted while its sender is signed in', async () => {
  expect(await sendSlowly(session, 400, true)).toEqual({ answer: '200', asked: 2, taken: 1 })
})

it('the sender of a fast request is looked up once', async () => {
  expect(await sendSlowly(session, 0, false)).toEqual({ answer: '200', asked: 1, taken: 1 })
})
