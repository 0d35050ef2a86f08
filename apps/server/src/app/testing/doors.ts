import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import type { Procedure } from './procedures.ts'
import type { ServedApp } from './served-app.ts'

export type DoorResponse = { readonly status: number; readonly text: string; readonly body: unknown }

let requestCount = 0

/** Sends each request from a different IP address, so that no rate limit hides the endpoint's response. */
export async function send(app: ServedApp['app'], request: InjectOptions): Promise<DoorResponse> {
  const requestNumber = ++requestCount
  const response: LightMyRequestResponse = await app.inject({
    ...request,
    remoteAddress: `10.${(requestNumber >> 16) & 255}.${(requestNumber >> 8) & 255}.${requestNumber & 255}`,
  })
  let body: unknown
  try {
    body = JSON.parse(response.body)
  } catch {
    body = undefined
  }
  return { status: response.statusCode, text: response.body, body }
}

const createHeaders = (token: string | undefined) => ({
  'content-type': 'application/json',
  ...(token ? { authorization: `Bearer ${token}` } : {}),
})

/** Builds a request as our own client sends it. */
export function createRpcRequest({ name }: Procedure, input: unknown, token?: string): InjectOptions {
  return {
    method: 'POST',
    url: `/rpc/${name.replace('.', '/')}`,
    headers: createHeaders(token),
    payload: JSON.stringify({ json: input }),
  }
}

/** Builds a request as the OpenAPI document describes it, with fields in the path and the others in the query or the body. */
export function createRestRequest(
  { method, path, input: schema }: Procedure,
  input: unknown,
  token?: string,
): InjectOptions {
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input)
  const fields: Record<string, unknown> = isObject ? { ...input } : {}
  const url = path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = fields[key]
    delete fields[key]
    return encodeURIComponent(toText(value))
  })
  const { 'content-type': contentType, ...authHeaders } = createHeaders(token)
  const baseRequest = { method: method as 'GET', headers: authHeaders }
  if (!schema) return { ...baseRequest, url: `/api${url}` }
  if (method === 'GET' || method === 'DELETE') {
    const query = new URLSearchParams()
    for (const [key, value] of Object.entries(fields)) query.set(key, toText(value))
    return { ...baseRequest, url: `/api${url}?${query}` }
  }
  const payload = JSON.stringify(isObject ? fields : input)
  return {
    ...baseRequest,
    headers: { ...authHeaders, 'content-type': contentType },
    url: `/api${url}`,
    payload,
  }
}

/** Returns a value as text for a path or a query. */
function toText(value: unknown): string {
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? ''
  // The same lists of 10,000 elements take the place of many fields.
  const text = textByObject.get(value) ?? JSON.stringify(value)
  textByObject.set(value, text)
  return text
}
const textByObject = new WeakMap<object, string>()

/**
 * Returns the input that the server parses from a request built by `createRestRequest`; undefined if the request reaches another
 * URL, because a path segment is empty or an input that belongs in the path or query is not an object.
 */
export function parseRestInput({ method, path }: Procedure, input: unknown): { input: unknown } | undefined {
  const pathFields = [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1] ?? '')
  const isTextOnly = method === 'GET' || method === 'DELETE'
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return pathFields.length > 0 || isTextOnly ? undefined : { input: asJson(input) }
  const fields: Record<string, unknown> = { ...(asJson(input) as object) }
  for (const key of isTextOnly ? new Set([...pathFields, ...Object.keys(input)]) : pathFields) {
    fields[key] = toText((input as Record<string, unknown>)[key])
    if (pathFields.includes(key) && fields[key] === '') return undefined
  }
  return { input: fields }
}

export const parseRpcInput = (_: Procedure, input: unknown): { input: unknown } => ({ input: asJson(input) })

/**
 * Returns the value as it is after a round trip through JSON, which drops `undefined`. Long lists are strange values, which contain
 * none, and stay as they are, because the round trip takes milliseconds for each.
 */
function asJson(input: unknown): unknown {
  if (Array.isArray(input)) return input.length > 100 ? input : input.map(it => asJson(it) ?? null)
  if (typeof input !== 'object' || input === null) return input
  return Object.fromEntries(
    Object.entries(input).flatMap(([key, value]) => (value === undefined ? [] : [[key, asJson(value)]])),
  )
}

/** Returns what is wrong with a response that should be one of the contract's typed errors; undefined if nothing is. */
export function findProblem({ status, text, body }: DoorResponse): string | undefined {
  // Our own client's protocol wraps the error in `json`.
  const error = (body as { json?: unknown } | undefined)?.json ?? body
  const { code, status: errorStatus, message, stack } = (error ?? {}) as Record<string, unknown>
  if (status >= 500) return `answers ${status}: ${text.slice(0, 200)}`
  if (typeof code !== 'string' || !/^[A-Z][A-Z_]+$/.test(code))
    return `has no code (${status}): ${text.slice(0, 200)}`
  if (errorStatus !== status) return `says ${String(errorStatus)} in an answer of ${status}`
  if (typeof message !== 'string' || message === '') return 'has no message'
  if (stack !== undefined || /\n\s+at |node_modules|\.ts:\d|\.js:\d/.test(text)) return 'shows a stack'
  return undefined
}

/** Expects a typed error, with this code if one is given. */
export function expectTypedError(answer: DoorResponse, code?: string): void {
  expect(findProblem(answer)).toBeUndefined()
  if (code) expect(readCode(answer)).toBe(code)
}

export function readCode({ body }: DoorResponse): unknown {
  const { json, code } = (body ?? {}) as { json?: { code?: unknown }; code?: unknown }
  return json?.code ?? code
}
