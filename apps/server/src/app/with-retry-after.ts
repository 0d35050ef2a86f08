import { getRetryAfterSeconds } from './http-errors.ts'

/** Copies the retry time to the `retry-after` header. `/rpc` has the error under `json`; an `/api` response is the error. */
export async function withRetryAfter<R extends HandledResult>({
  next,
}: {
  readonly next: () => Promise<R>
}): Promise<R> {
  const handledResult = await next()
  const { response } = handledResult
  if (response && response.status >= 400) {
    const body = response.body as { json?: { data?: unknown }; data?: unknown } | undefined
    const seconds = getRetryAfterSeconds({ status: response.status, data: (body?.json ?? body)?.data })
    if (seconds !== undefined) response.headers['retry-after'] = String(seconds)
  }
  return handledResult
}
type HandledResult = {
  readonly response?:
    | {
        readonly status: number
        readonly body: unknown
        readonly headers: Record<string, string | string[] | undefined>
      }
    | undefined
}
