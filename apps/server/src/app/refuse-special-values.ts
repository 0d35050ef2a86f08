import { ORPCError } from '@orpc/server'

/** The kinds of values a call may contain in addition to JSON's, by oRPC's type number: NaN (2), undefined (3). */
const allowedTypeNumbers: ReadonlySet<unknown> = new Set([2, 3])
/** Maximum number and nesting depth of such values. None of our inputs comes close. */
const MAX_META_VALUES = 1_000
const MAX_DEPTH = 12

/** Rejects bigints, regular expressions and sets, which oRPC would create before validation, at far higher cost than parsing. */
export async function refuseSpecialValues<R>({ next, request }: RequestOptions<R>): Promise<R> {
  const body = await request.body()
  if (!isPlain(body))
    throw new ORPCError('BAD_REQUEST', { message: 'The call holds values of no known kind.' })
  return next()
}
type RequestOptions<R> = {
  readonly next: () => Promise<R>
  readonly request: { readonly body: () => Promise<unknown> }
}

function isPlain(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || !('meta' in body)) return true
  const { meta } = body
  if (meta === undefined || meta === null) return true
  if (!Array.isArray(meta) || meta.length > MAX_META_VALUES) return false
  return meta.every(it => Array.isArray(it) && it.length <= MAX_DEPTH && allowedTypeNumbers.has(it[0]))
}
