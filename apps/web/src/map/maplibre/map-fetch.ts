type CacheHeaders = {
  readonly etag: string | null
  readonly cacheControl: string | null
  readonly expires: string | null
}
export type FetchedResponse = {
  readonly status: number
  readonly body: ArrayBuffer
  readonly kept: CacheHeaders
}
type WorkerReply = { readonly id: number } & (FetchedResponse | { readonly problem: string })

type Fetcher = {
  fetch(
    address: string,
    how?: { headers?: Record<string, string>; signal?: AbortSignal | undefined },
  ): Promise<FetchedResponse>
}

const fetchersByScript = new Map<string, Fetcher>()

/**
 * Returns a fetcher for other hosts. It works through a worker whose script has a policy that allows exactly the hosts of this map.
 * There is one worker per script URL, kept for the lifetime of the page; a worker whose script failed to load is created again.
 */
export function getMapFetcher(script: string): Fetcher {
  const existingFetcher = fetchersByScript.get(script)
  if (existingFetcher) return existingFetcher
  const fetcher = startFetcher(new Worker(script), () => fetchersByScript.delete(script))
  fetchersByScript.set(script, fetcher)
  return fetcher
}

function startFetcher(worker: Worker, onBroken: () => void): Fetcher {
  const pendingRequestsById = new Map<
    number,
    { resolve: (one: FetchedResponse) => void; reject: (error: Error) => void }
  >()
  let lastId = 0
  worker.addEventListener('message', ({ data }: MessageEvent<WorkerReply>) => {
    const pendingRequest = pendingRequestsById.get(data.id)
    pendingRequestsById.delete(data.id)
    if ('problem' in data) pendingRequest?.reject(new Error(data.problem))
    else pendingRequest?.resolve(data)
  })
  worker.addEventListener('error', () => {
    onBroken()
    worker.terminate()
    for (const { reject } of pendingRequestsById.values())
      reject(new Error('The script that fetches maps did not come'))
    pendingRequestsById.clear()
  })
  return {
    fetch(address, { headers, signal } = {}) {
      const { promise, resolve, reject } = Promise.withResolvers<FetchedResponse>()
      if (signal?.aborted) return Promise.reject(signal.reason)
      const id = ++lastId
      pendingRequestsById.set(id, { resolve, reject })
      worker.postMessage({ id, address, headers })
      signal?.addEventListener('abort', () => {
        if (!pendingRequestsById.delete(id)) return
        worker.postMessage({ id, stop: true })
        reject(signal.reason)
      })
      return promise
    },
  }
}
