// A worker that fetches what a map is drawn from. The policy that came with this file, not that of the page, says from which hosts.
{
  const running = new Map()

  const load = async ({ id, address, headers }) => {
    const stop = new AbortController()
    running.set(id, stop)
    try {
      const answer = await fetch(address, { headers, signal: stop.signal, credentials: 'omit' })
      const body = await answer.arrayBuffer()
      const named = name => answer.headers.get(name)
      const kept = { etag: named('etag'), cacheControl: named('cache-control'), expires: named('expires') }
      self.postMessage({ id, status: answer.status, kept, body }, [body])
    } catch (error) {
      self.postMessage({ id, problem: String(error) })
    } finally {
      running.delete(id)
    }
  }

  self.addEventListener('message', ({ data }) => {
    if (data.stop) running.get(data.id)?.abort()
    else void load(data)
  })
}
