import type { AddressInfo } from 'node:net'
import { beforeAll, expect, it } from 'vitest'
import { hashSecret } from '../rpc/hashing.ts'
import { createFactories } from '../testing/factories.ts'
import { guessPins } from './testing/guess-pins.ts'
import { testServer } from './testing/served-app.ts'

const { server } = testServer()

beforeAll(async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' })
})

// 300 attempts prove as much as 10,000, because the account is locked from the fifth failure on.
it('at most 5 of 300 PINs over 30 connections are evaluated, and the correct one is not found', async () => {
  const make = createFactories(server.db)
  const [person, zone] = await Promise.all([make.user({ pinHash: await hashSecret('0299') }), make.zone()])
  await make.assign(person, zone, 'app_user', false)
  const { port } = server.app.server.address() as AddressInfo

  const countsByCode = await guessPins({
    port,
    token: person.token,
    zoneId: zone.id,
    tries: 300,
    sockets: 30,
  })

  // The fifth wrong PIN is evaluated too, but answered with the lock. All later ones are refused as well, by the lock or because
  // they come faster than a person could type.
  const { INVALID_PIN, PIN_LOCKED = 0, TOO_MANY_REQUESTS = 0, ...otherCodes } = countsByCode
  expect([INVALID_PIN, otherCodes, PIN_LOCKED + TOO_MANY_REQUESTS]).toEqual([4, {}, 296])
  expect(PIN_LOCKED).toBeGreaterThan(0)
  const { rows } = await server.db.pool.query(
    'select cardinality(failures) as failures from entry_pins where user_id = $1',
    [person.id],
  )
  expect(rows[0].failures).toBe(5)
}, 60_000)
