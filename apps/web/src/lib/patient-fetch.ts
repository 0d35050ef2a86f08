/** Milliseconds within which a server must begin its response. */
export const patienceMs = 60_000

/**
 * Like `fetch`, but rejects with a `TimeoutError` if no response has begun after `withinMs`: a server that accepts a call and stays
 * silent counts as unreachable. Reading the body has no limit.
 */
export async function patientFetch(
  request: Request | string,
  init: RequestInit = {},
  withinMs = patienceMs,
): Promise<Response> {
  const callers = init.signal ?? (typeof request === 'string' ? undefined : request.signal)
  // `AbortSignal.any` would be shorter, but phones from 2023 lack it, and every call depends on this code.
  const control = new AbortController()
  const passOn = () => control.abort(callers?.reason)
  if (callers?.aborted) passOn()
  callers?.addEventListener('abort', passOn)
  const timer = setTimeout(
    () => control.abort(new DOMException('The server did not answer.', 'TimeoutError')),
    withinMs,
  )
  try {
    // Looked up at call time, so that tests can replace it.
    return await globalThis.fetch(request, { ...init, signal: control.signal })
  } finally {
    clearTimeout(timer)
  }
}
