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
  const callers = init.signal ?? (typeof request === 'string' ? undefined : request.signal)
  // `AbortSignal.any` would do it, but phones of 2023 do not have it, and no call works without this.
  const control = new AbortController()
  const passOn = () => control.abort(callers?.reason)
  if (callers?.aborted) passOn()
  callers?.addEventListener('abort', passOn)
  const timer = setTimeout(
    () => control.abort(new DOMException('The server did not answer.', 'TimeoutError')),
    withinMs,
  )
  try {
    // Resolved at the time of the call, so that a test can put its own in place.
    return await globalThis.fetch(request, { ...init, signal: control.signal })
  } finally {
    clearTimeout(timer)
  }
}
