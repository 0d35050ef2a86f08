import { expect, it } from 'vitest'
import { createFactories, testBox } from '../testing/factories.ts'
import { readCode, send } from './testing/doors.ts'
import { testServer } from './testing/served-app.ts'

const { server } = testServer()

it('a person who has just lost their role gets a refusal instead of a failure', async () => {
  const admin = await createFactories(server.db).user({ role: 'admin' })
  const headers = { authorization: `Bearer ${admin.token}` }
  expect((await send(server.app, { method: 'GET', url: '/api/zones', headers })).status).toBe(200)
  // An open transaction that writes to the feed delays the event, so the session still has the admin role when the request arrives.
  const otherConnection = await server.db.pool.connect()
  try {
    await otherConnection.query('begin')
    await otherConnection.query(
      `insert into feed_events (topic, kind, payload) values ('admin', 'zone.changed', '{}')`,
    )
    await server.db.pool.query(`update user_profiles set role = 'app_user' where id = $1`, [admin.id])
    const zoneInput = { requestId: crypto.randomUUID(), name: 'Dock 9', shape: testBox }
    const response = await send(server.app, {
      method: 'POST',
      url: '/api/zones',
      headers,
      payload: zoneInput,
    })
    expect([response.status, readCode(response)]).toEqual([403, 'FORBIDDEN'])
    expect(server.takeErrors()).toEqual([])
  } finally {
    await otherConnection.query('rollback')
    otherConnection.release()
  }
})
