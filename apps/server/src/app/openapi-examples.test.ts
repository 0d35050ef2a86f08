import { contract } from '@muster/contract/contract.ts'
import { isContractProcedure } from '@orpc/contract'
import { expect, it } from 'vitest'
import type { z } from 'zod'
import { openApiDocument, referencePage } from './openapi.ts'
import { callExamples } from './openapi-examples.ts'

const procedures = Object.entries(contract).flatMap(([feature, members]) =>
  Object.entries(members)
    .filter(([, it]) => isContractProcedure(it))
    .map(([name, it]) => ({ name: `${feature}.${name}`, ...it['~orpc'] })),
)

it.each(procedures)('$name has an example that the server would take and give', ({ route, ...it }) => {
  const example = callExamples.get(route.operationId ?? '')
  const problem = (schema: unknown, value: unknown) =>
    schema ? (schema as z.ZodType).safeParse(value).error?.message : undefined
  expect(problem(it.inputSchema, example?.input)).toBeUndefined()
  expect(problem(it.outputSchema, example?.output)).toBeUndefined()
})

it('the page shows them as they go over the wire', async () => {
  const page = referencePage(await openApiDocument('1.2.3', 'http://localhost/api'))
  expect(page).toContain('POST /api/zones/0192f0c0-7c5e-7d3a-9b1e-2f6a8c4d1e90/check\n{')
  expect(page).toMatch(/GET \/api\/zones\/[0-9a-f-]+\/contains\?lat=28\.6139&amp;lng=77\.209/)
  expect(page.match(/<h3>Example<\/h3>/g)?.length).toBeGreaterThanOrEqual(procedures.length)
})
