import { ORPCError } from '@orpc/server'

/** Values beyond JSON that a call may contain, by the library's type number: NaN (2) and undefined (3). */
const taken: ReadonlySet<unknown> = new Set([2, 3])
/** Limits for the number and depth of such values; no input of ours comes near. */
const VALUES = 1_000
const DEPTH = 12

/**
 * Refuses calls with values that no input accepts, such as a large number, a regular expression or a set. The library would
 * construct them from the body before the procedure validates it, at a cost far beyond parsing.
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
