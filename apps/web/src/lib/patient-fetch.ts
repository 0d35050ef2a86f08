/** How long a server may take to begin its answer. Milliseconds. */
export const patienceMs = 60_000

/**
 * `fetch` that rejects with a `TimeoutError` when no answer has begun after `withinMs`: a server that takes a call and says
 * nothing counts as one that cannot be reached. Reading the body of an answer has no limit.
 */
export async function patientFetch(
  request: Request | string,
  init: RequestInit = {},
  withinMs = patienceMs,
): Promise<Response> {
  const silence = new AbortController()
  const timer = setTimeout(
    () => silence.abort(new DOMException('The server did not answer.', 'TimeoutError')),
    withinMs,
  )
  const callers = init.signal ?? (typeof request === 'string' ? undefined : request.signal)
  const signal = callers ? AbortSignal.any([callers, silence.signal]) : silence.signal
  try {
    // Resolved at the time of the call, so that a test can put its own in place.
    return await globalThis.fetch(request, { ...init, signal })
  } finally {
    clearTimeout(timer)
  }
}
