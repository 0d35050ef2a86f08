import { ORPCError } from '@orpc/server'

/** What a call may hold beside the values of JSON, by the library's number: what is no number (2), what is not given (3). */
const taken: ReadonlySet<unknown> = new Set([2, 3])
/** How many such values, and how far inside: no input of ours comes near. */
const VALUES = 1_000
const DEPTH = 12

/**
 * Refuses a call that asks for values no input of ours holds: a large number, an expression, a set. They would be made of whatever
 * the body says before the procedure looks at it, at a cost far beyond that of reading it.
 */
export async function onlyPlainValues<R>({ next, request }: Handling<R>): Promise<R> {
  const body = await request.body()
  if (!isPlain(body))
    throw new ORPCError('BAD_REQUEST', { message: 'The call holds values of no known kind.' })
  return next()
}
type Handling<R> = {
  readonly next: () => Promise<R>
  readonly request: { readonly body: () => Promise<unknown> }
}

function isPlain(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || !('meta' in body)) return true
  const { meta } = body
  if (meta === undefined || meta === null) return true
  if (!Array.isArray(meta) || meta.length > VALUES) return false
  return meta.every(it => Array.isArray(it) && it.length <= DEPTH && taken.has(it[0]))
}
