import { contract } from '@muster/contract/contract.ts'
import { positionsBatch } from '@muster/contract/presence.ts'
import { isContractProcedure } from '@orpc/contract'
import { expect, it } from 'vitest'
import type { z } from 'zod'
import { presenceOpenapi } from '../features/presence/presence.openapi.ts'
import { isTraccarJson, readOsmAndFields, readTraccarJson } from '../features/trackers/read-osmand.ts'
import { readOverland } from '../features/trackers/read-overland.ts'
import { readOwnTracks } from '../features/trackers/read-owntracks.ts'
import { trackersOpenapi } from '../features/trackers/trackers.openapi.ts'
import { createOpenApiDocument, renderReferencePage } from './openapi.ts'
import { callExamplesById } from './openapi-examples.ts'

const procedures = Object.entries(contract).flatMap(([feature, members]) =>
  Object.entries(members)
    .filter(([, it]) => isContractProcedure(it))
    .map(([name, it]) => ({ name: `${feature}.${name}`, ...it['~orpc'] })),
)

it.each(procedures)('$name has an example that the server would accept and return', ({ route, ...it }) => {
  const example = callExamplesById.get(route.operationId ?? '')
  const findProblem = (schema: unknown, value: unknown) =>
    schema ? (schema as z.ZodType).safeParse(value).error?.message : undefined
  expect(findProblem(it.inputSchema, example?.input)).toBeUndefined()
  expect(findProblem(it.outputSchema, example?.output)).toBeUndefined()
})

it('the page shows examples as sent over the wire', async () => {
  const page = renderReferencePage(await createOpenApiDocument('1.2.3', 'http://localhost/api'))
  expect(page).toContain('POST /api/zones/0192f0c0-7c5e-7d3a-9b1e-2f6a8c4d1e90/check\n{')
  expect(page).toMatch(/GET \/api\/zones\/[0-9a-f-]+\/contains\?lat=28\.6139&amp;lng=77\.209/)
  const callCount = page.match(/<details /g)?.length
  expect(callCount).toBeGreaterThan(procedures.length)
  expect(page.match(/<h3>Example<\/h3>/g)?.length).toBe(callCount)
})

it('the examples of endpoints are parsed, all with the same place and time', () => {
  const toExample = <Body>(body: { content: { 'application/json': { example: Body } } }) =>
    body.content['application/json'].example
  const { get, post } = trackersOpenapi['/ingest/osmand']
  const traccarExample = toExample(post.requestBody)
  const messages = [
    readOwnTracks(toExample(trackersOpenapi['/ingest/owntracks'].post.requestBody)),
    readOverland(toExample(trackersOpenapi['/ingest/overland'].post.requestBody)),
    readOsmAndFields(Object.fromEntries(get.parameters.map(({ name, example }) => [name, example])), 0),
    isTraccarJson(traccarExample as object) && readTraccarJson(traccarExample as object),
  ]
  const reading = { lat: 28.6139, lng: 77.209, accuracyMeters: 8, capturedAt: '2026-11-20T09:41:00.000Z' }
  for (const message of messages) expect(message).toEqual({ readings: [reading], wrong: [] })
  const batchExample = toExample(presenceOpenapi['/ingest/positions'].post.requestBody)
  expect(positionsBatch.safeParse(batchExample).error).toBeUndefined()
})
