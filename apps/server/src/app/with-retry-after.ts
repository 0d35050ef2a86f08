import { secondsToWait } from './http-errors.ts'

/**
 * Adds the Retry-After header to refusals of procedures, as at the other doors. The RPC protocol wraps the error in `json`; the
 * REST interface returns it directly.
 */
export async function withRetryAfter<R extends Handled>({
  next,
}: {
  readonly next: () => Promise<R>
}): Promise<R> {
  const handled = await next()
  const { response } = handled
  if (response && response.status >= 400) {
    const body = response.body as { json?: { data?: unknown }; data?: unknown } | undefined
    const seconds = secondsToWait({ status: response.status, data: (body?.json ?? body)?.data })
    if (seconds !== undefined) response.headers['retry-after'] = String(seconds)
  }
  return handled
}
type Handled = {
  readonly response?:
    | {
        readonly status: number
        readonly body: unknown
        readonly headers: Record<string, string | string[] | undefined>
      }
    | undefined
}
