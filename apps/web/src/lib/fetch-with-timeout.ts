/** Milliseconds within which a server must begin its response. */
export const responseTimeoutMs = 60_000

/** Rejects with `TimeoutError` without a response after `timeoutMs`: silence counts as unreachable. Reading the body has no limit. */
export async function fetchWithTimeout(
  request: Request | string,
  init: RequestInit = {},
  timeoutMs = responseTimeoutMs,
): Promise<Response> {
  const callerSignal = init.signal ?? (typeof request === 'string' ? undefined : request.signal)
  // `AbortSignal.any` would be shorter, but phones from 2023 lack it, and every call depends on this code.
  const controller = new AbortController()
  const forwardAbort = () => controller.abort(callerSignal?.reason)
  if (callerSignal?.aborted) forwardAbort()
  callerSignal?.addEventListener('abort', forwardAbort)
  const timer = setTimeout(
    () => controller.abort(new DOMException('The server did not answer.', 'TimeoutError')),
    timeoutMs,
  )
  try {
    // `fetch` is looked up at call time, so that tests can replace it.
    return await globalThis.fetch(request, { ...init, signal: controller.signal })
  } finally {
    clearTimeout(timer)
  }
}
