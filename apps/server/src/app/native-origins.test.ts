import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { allowNativeApp } from './native-origins.ts'

const app = Fastify()
allowNativeApp(app)
app.post('/rpc/*', async () => ({}))
app.get('/files/:name', async () => 'picture')

const sendPreflight = (origin: string) =>
  app.inject({
    method: 'OPTIONS',
    url: '/rpc/auth/me',
    headers: { origin, 'access-control-request-method': 'POST' },
  })

it.each(['https://localhost', 'capacitor://localhost'])('pages of the app may call: %s', async origin => {
  const response = await sendPreflight(origin)
  expect(response.statusCode).toBe(204)
  expect(response.headers).toMatchObject({
    'access-control-allow-origin': origin,
    'access-control-allow-headers': 'authorization, content-type',
  })
  const answer = await app.inject({ method: 'POST', url: '/rpc/auth/me', headers: { origin } })
  expect(answer.headers['access-control-allow-origin']).toBe(origin)
})

it('other pages may not call', async () => {
  for (const origin of [
    'https://evil.example',
    'http://localhost',
    'null',
    'https://localhost.evil.example',
  ]) {
    const response = await sendPreflight(origin)
    expect(response.headers).not.toHaveProperty('access-control-allow-origin')
    expect(response.statusCode).toBe(404)
  }
})

it('the app can show a picture by its link', async () => {
  const response = await app.inject({ url: '/files/a' })
  expect(response.headers['cross-origin-resource-policy']).toBe('cross-origin')
})
