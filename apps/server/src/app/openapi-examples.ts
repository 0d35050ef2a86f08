import { contract } from '@muster/contract/contract.ts'
import { isContractProcedure } from '@orpc/contract'
import type { z } from 'zod'
import { createExample, csvExample } from '../lib/create-example.ts'

/** An example of a call and its response, in their wire format. */
export type CallExample = { input: Record<string, unknown>; output: unknown }

/** Examples of calls by operationId. */
export const callExamplesById: ReadonlyMap<string, CallExample> = new Map(
  Object.values(contract)
    .flatMap(feature => Object.values(feature))
    .filter(isContractProcedure)
    .map(procedure => {
      const { route, inputSchema, outputSchema } = procedure['~orpc']
      return [
        route.operationId ?? '',
        {
          // An input that is optional as a whole has no example.
          input: ((inputSchema && createExample(inputSchema as z.ZodType, 'input')) ?? {}) as Record<
            string,
            unknown
          >,
          output: outputSchema ? createExample(outputSchema as z.ZodType, 'output') : undefined,
        },
      ]
    }),
)

type MessageContent = {
  description?: string
  content?: Record<string, { schema?: unknown; example?: unknown }>
}
export type Operation = {
  operationId?: string
  parameters?: { name: string; in: string; example?: unknown; allowEmptyValue?: boolean }[]
  requestBody?: MessageContent
  responses?: Record<string, MessageContent>
}

/** Adds the examples wherever OpenAPI allows them: to each parameter, the request body and the response. */
export function addExamples(operation: Operation): void {
  const example = callExamplesById.get(operation.operationId ?? '')
  if (!example) return
  const pathFields = new Set<string>()
  for (const parameter of operation.parameters ?? []) {
    pathFields.add(parameter.name)
    const value = example.input[parameter.name]
    if (value !== undefined) parameter.example = value
  }
  const bodyEntries = Object.entries(example.input).filter(([field]) => !pathFields.has(field))
  for (const media of Object.values(operation.requestBody?.content ?? {}))
    media.example = Object.fromEntries(bodyEntries)
  const { body: file } = (example.output ?? {}) as { body?: unknown }
  const output = file instanceof File ? csvExample : example.output
  for (const [status, { content }] of Object.entries(operation.responses ?? {})) {
    if (!status.startsWith('2')) continue
    for (const media of Object.values(content ?? {})) media.example = output
  }
}

/**
 * Formats the example for the reference page: the request line with its body, and the response. Returns undefined if the operation
 * has no example.
 */
export function formatExample(method: string, path: string, operation: Operation): string | undefined {
  const parameters = operation.parameters ?? []
  const address = parameters
    .filter(it => it.in === 'path')
    .reduce((filledPath, { name, example }) => filledPath.replace(`{${name}}`, String(example)), path)
  const query = new URLSearchParams(
    parameters
      .filter(it => it.in === 'query' && it.example !== undefined)
      .map(({ name, example }): [string, string] => [name, String(example)]),
  )
  const readBody = (media: MessageContent | undefined) => Object.values(media?.content ?? {})[0]?.example
  const successResponses = Object.entries(operation.responses ?? {}).filter(([status]) =>
    status.startsWith('2'),
  )
  const [status = '', response] = successResponses[0] ?? []
  const body = readBody(operation.requestBody)
  const responseExample = readBody(response)
  if (responseExample === undefined && body === undefined && query.size === 0) return undefined
  return [
    `${method.toUpperCase()} ${address}${query.size > 0 ? `?${query}` : ''}`,
    ...(body === undefined ? [] : [JSON.stringify(body, null, 2)]),
    '',
    status,
    ...(responseExample === undefined ? [] : [JSON.stringify(responseExample, null, 2)]),
  ].join('\n')
}
