import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashSecret } from '../features/auth/hashing.ts'
import { factories } from '../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { type ServedApp, serveApp } from './testing/served-app.ts'

let database: TestDatabase
let served: ServedApp

beforeAll(async () => {
  database = await createTestDatabase()
  served = await serveApp(database.url)
  await served.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await served.close()
  await database.drop()
})

it('of 10,000 PINs over 50 connections at most 5 are evaluated, and the right one is not found', async () => {
  const make = factories(served.db)
  const [person, zone] = await Promise.all([make.user({ pinHash: await hashSecret('7777') }), make.zone()])
  await make.assign(person, zone, 'app_user', false)
  const { port } = served.app.server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: 50 })

  const tryPin = (pin: string) =>
    new Promise<string>((resolve, reject) => {
      const body = JSON.stringify({ pin })
      const sent = request(
        {
          agent,
          port,
          host: '127.0.0.1',
          method: 'POST',
          path: `/api/zones/${zone.id}/enter`,
          headers: {
            authorization: `Bearer ${person.token}`,
            'content-type': 'application/json',
            'content-length': body.length,
          },
        },
        answer => {
          let text = ''
          answer.setEncoding('utf8')
          answer.on('data', part => {
            text += part
          })
          answer.on('end', () => resolve((JSON.parse(text) as { code?: string }).code ?? 'entered'))
        },
      )
      sent.on('error', reject)
      sent.end(body)
    })

  const answers = new Map<string, number>()
  let next = 0
  const guesser = async () => {
    while (next < 10_000) {
      const code = await tryPin(String(next++).padStart(4, '0'))
      answers.set(code, (answers.get(code) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: 50 }, guesser))
  agent.destroy()

  // The fifth wrong one is evaluated too, and answers with the lock.
  expect(Object.fromEntries(answers)).toEqual({ INVALID_PIN: 4, PIN_LOCKED: 9_996 })
  const { rows } = await served.db.pool.query(
    'select cardinality(failures) as failures from entry_pins where user_id = $1',
    [person.id],
  )
  expect(rows[0].failures).toBe(5)
}, 120_000)
