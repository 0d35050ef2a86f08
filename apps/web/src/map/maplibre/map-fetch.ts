/** The response headers that control caching. */
type Kept = {
  readonly etag: string | null
  readonly cacheControl: string | null
  readonly expires: string | null
}
export type Fetched = { readonly status: number; readonly body: ArrayBuffer; readonly kept: Kept }
type Reply = { readonly id: number } & (Fetched | { readonly problem: string })

type Fetcher = {
  fetch(
    address: string,
    how?: { headers?: Record<string, string>; signal?: AbortSignal | undefined },
  ): Promise<Fetched>
}

const fetchers = new Map<string, Fetcher>()

/**
 * Fetches from other hosts through a worker, whose script has a policy that allows exactly the hosts of this map. There is one
 * worker per script URL, kept for the lifetime of the page; a worker whose script failed to load is created again.
 */
export function mapFetcher(script: string): Fetcher {
  const existing = fetchers.get(script)
  if (existing) return existing
  const fetcher = startFetcher(new Worker(script), () => fetchers.delete(script))
  fetchers.set(script, fetcher)
  return fetcher
}

function startFetcher(worker: Worker, onBroken: () => void): Fetcher {
  const waiting = new Map<number, { resolve: (one: Fetched) => void; reject: (error: Error) => void }>()
  let last = 0
  worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
    const one = waiting.get(data.id)
    waiting.delete(data.id)
    if ('problem' in data) one?.reject(new Error(data.problem))
    else one?.resolve(data)
  })
  worker.addEventListener('error', () => {
    onBroken()
    worker.terminate()
    for (const { reject } of waiting.values()) reject(new Error('The script that fetches maps did not come'))
    waiting.clear()
  })
  return {
    fetch(address, { headers, signal } = {}) {
      const { promise, resolve, reject } = Promise.withResolvers<Fetched>()
      if (signal?.aborted) return Promise.reject(signal.reason)
      const id = ++last
      waiting.set(id, { resolve, reject })
      worker.postMessage({ id, address, headers })
      signal?.addEventListener('abort', () => {
        if (!waiting.delete(id)) return
        worker.postMessage({ id, stop: true })
        reject(signal.reason)
      })
      return promise
    },
  }
}
