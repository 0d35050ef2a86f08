import type { contract } from '@muster/contract/contract.ts'
import type { ErrorCode } from '@muster/contract/errors.ts'
import type { InferContractRouterInputs, InferContractRouterOutputs } from '@orpc/contract'
import { vi } from 'vitest'

/** The response of a successful procedure. `ok` prevents a response of the wrong shape from passing as a failure. */
type Answer<Output> = { ok: true; status: 200; body: { json: Output } }
/** Any other response from the server or a proxy. */
type Failure = { ok?: false; status: number; body: unknown }

type Inputs = InferContractRouterInputs<typeof contract>
type Outputs = InferContractRouterOutputs<typeof contract>
/** For example `'auth/signIn'`. */
type ProcedureName = {
  [Feature in keyof Outputs]: `${Feature}/${keyof Outputs[Feature] & string}`
}[keyof Outputs]
type ProcedureMember<All, Name> = Name extends `${infer Feature}/${infer Member}`
  ? Feature extends keyof All
    ? Member extends keyof All[Feature]
      ? All[Feature][Member]
      : never
    : never
  : never
export type InputOf<Name extends ProcedureName> = ProcedureMember<Inputs, Name>
export type OutputOf<Name extends ProcedureName> = ProcedureMember<Outputs, Name>
export type Reply<Name extends ProcedureName> = Answer<OutputOf<Name>> | Failure

/** One handler per procedure, with the input and output of the contract. */
export type Handlers = {
  [Name in ProcedureName]?: (input: InputOf<Name>, request: Request) => Reply<Name> | Promise<Reply<Name>>
}

/** Creates a failure of the contract in wire format. */
export function refusal(status: number, code: ErrorCode, message: string, data?: unknown): Failure {
  return { status, body: { json: { defined: true, code, status, message, data } } }
}

/** Creates a successful response. */
export function answer<Output>(json: Output): Answer<Output> {
  return { ok: true, status: 200, body: { json } }
}

/** Simulates a missing network. */
export function failNetwork(): never {
  throw new TypeError('Failed to fetch')
}

const pendingRejections = new Set<() => void>()

/** Simulates a server that accepts the call and never responds, until the test ends. */
export function neverAnswer(): Promise<never> {
  return new Promise((_, reject) => pendingRejections.add(() => reject(new TypeError('Failed to fetch'))))
}

/** Rejects the calls that are pending through `neverAnswer`, because a sequential sender would block all following tests. */
export function rejectPending(): void {
  for (const rejectRequest of pendingRejections) rejectRequest()
  pendingRejections.clear()
}

/**
 * Fakes the server at `fetch`, with one handler per procedure, such as `'auth/signIn'`. A procedure without a handler fails with
 * 404. Returns the names of the called procedures, in order; `onCall` receives each input.
 */
export function fakeServer(
  handlers: Handlers,
  onCall: (name: string, input: unknown) => void = () => undefined,
): string[] {
  const calls: string[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    const url = new URL(request.url)
    const name = url.pathname.replace(/^\/rpc\//, '')
    calls.push(name)
    const text = await request.text()
    const input = text === '' ? undefined : (JSON.parse(text) as { json: unknown }).json
    onCall(name, input)
    const { status, body } =
      (await findHandler(handlers, name)?.(input, request)) ?? refusal(404, 'NOT_FOUND', 'Not found')
    const { json } = body as { json?: { body?: unknown } }
    if (json?.body instanceof File) return createFileResponse(json, json.body)
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
  })
  return calls
}

/** The wire format of an answer with a file: a form with the answer and the file. */
function createFileResponse(json: object, file: File): Response {
  const form = new FormData()
  form.set('data', JSON.stringify({ json, meta: [], maps: [['body']] }))
  form.set('0', file)
  const response = new Response('', { headers: { 'content-type': 'multipart/form-data' } })
  return Object.assign(response, { formData: () => Promise.resolve(form) })
}

type AnyHandler = (input: unknown, request: Request) => Failure | Promise<Failure>

/** Finds a procedure's handler. It is untyped, because the procedure's name is only known at run time. */
const findHandler = (handlers: Handlers, name: string) =>
  (handlers as unknown as Record<string, AnyHandler | undefined>)[name]
