import { secondsToWait } from './http-errors.ts'

/**
 * When to come again stands in the header of what a procedure refuses too, as it does at the other doors. The body of a call holds
 * the error as `json`, that of the interface is the error.
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
