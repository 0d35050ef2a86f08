import { afterAll, beforeAll, expect, it } from 'vitest'
import { doorLimits } from '../doors/door-limits.ts'
import { type ServedDoors, serveDoors } from './testing/serve-doors.ts'

let server: ServedDoors
beforeAll(async () => {
  server = await serveDoors(doorLimits)
})
afterAll(() => server.app.close())

async function call(body: object) {
  const response = await server.app.inject({ method: 'POST', url: '/rpc/auth/settings', payload: body })
  return { status: response.statusCode, code: response.json().json.code }
}
const refusal = { status: 400, code: 'BAD_REQUEST' }

it('values that no input contains are refused before they are created', async () => {
  const digits = '9'.repeat(1_000_000)
  for (const [kind, json] of [
    [0, digits],
    [1, '2026-01-01T00:00:00.000Z'],
    [4, 'https://example.org'],
    [5, '/(a+)+$/'],
    [6, [1, 2]],
    [7, [[1, 2]]],
    [99, 'x'],
    ['0', digits],
  ])
    expect(await call({ json, meta: [[kind]] }), String(kind)).toEqual(refusal)
})

it('too many or too deep values are refused', async () => {
  const json = Array.from({ length: 2_000 }, () => null)
  expect(await call({ json, meta: json.map((_, i) => [3, i]) })).toEqual(refusal)
  const deepBody = JSON.parse(`${'['.repeat(50)}null${']'.repeat(50)}`)
  expect(await call({ json: deepBody, meta: [[3, ...Array.from({ length: 50 }, () => 0)]] })).toEqual(refusal)
  for (const meta of [{ length: 1 }, 'no list', [3]])
    expect(await call({ json: null, meta })).toEqual(refusal)
})

it('undefined and NaN arrive unchanged', async () => {
  for (const meta of [undefined, null, [], [[3]], [[2]]])
    expect(await call({ json: null, meta })).toMatchObject({ status: 200 })
})

it('a query with high list indexes is parsed at once', async () => {
  const indexedQuery = Array.from({ length: 600 }, (_, n) => `${n}[9999]=&${n}[x]=`).join('&')
  const startedAt = performance.now()
  for (let n = 0; n < 20; n++)
    await server.app.inject({ method: 'GET', url: `/api/auth/settings?${indexedQuery}` })
  // Each would take a fifth of a second if every lower index were created.
  expect(performance.now() - startedAt).toBeLessThan(3_000)
})
