import type { AddressInfo } from 'node:net'
import { feedPositionHeader } from '@muster/contract/feed-position.ts'
import { userTopic } from '@muster/contract/topic.ts'
import { beforeAll, expect, it } from 'vitest'
import { createLiveClient } from '../live/testing/live-client.ts'
import { createFactories } from '../testing/factories.ts'
import { testServer } from './testing/served-app.ts'

const { server } = testServer()
let origin: string

beforeAll(async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
})

const readPosition = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`http://${origin}/rpc/${path}`, { method: 'POST', headers })
  return response.headers.get(feedPositionHeader)
}

it('a response carries the position of the feed, and a client that resumes there receives every later event', async () => {
  const { id, token } = await createFactories(server.db).user()
  const [epoch = '', since = ''] =
    (await readPosition('auth/me', { authorization: `Bearer ${token}` }))?.split(' ') ?? []
  await server.db.pool.query(`update user_profiles set first_name = 'Renamed' where id = $1`, [id])
  const client = createLiveClient(`ws://${origin}/live`, { token, topics: [userTopic(id)], since, epoch })
  expect(await client.message('ready')).toMatchObject({ resumed: true, cursor: since })
  await client.until('the change', () =>
    client.events.find(({ event }) => event.kind === 'user.changed' && event.userId === id),
  )
  client.terminate()
})

it('a response to a request without a session has no position', async () => {
  expect(await readPosition('auth/settings')).toBeNull()
})
