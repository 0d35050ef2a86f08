// A worker that fetches what a map is drawn from. The policy that came with this file, not that of the page, says from which hosts.
{
  const running = new Map()

  // The tiles and styles that maps were drawn from stay for when there is no network, the newest so many. A signed-out device has none
  // of them (src/offline/wipe-cache.ts). A part of a file, which some maps ask for, no browser keeps.
  const cacheName = 'muster.tiles'
  const most = 600
  let kept = 0
  const keep = async (address, answer) => {
    const cache = await self.caches?.open(cacheName)
    if (!cache || answer.status !== 200) return
    await cache.put(address, answer)
    if (++kept % 50 !== 1) return
    const keys = await cache.keys()
    for (const key of keys.slice(0, Math.max(0, keys.length - most))) await cache.delete(key)
  }
  const ask = async (address, headers, signal) => {
    const whole = !headers || !Object.keys(headers).some(name => name.toLowerCase() === 'range')
    try {
      const answer = await fetch(address, { headers, signal, credentials: 'omit' })
      if (whole) keep(address, answer.clone()).catch(() => undefined)
      return answer
    } catch (error) {
      const found = !signal.aborted && whole && (await self.caches?.match(address, { cacheName }))
      if (found) return found
      throw error
    }
  }

  const load = async ({ id, address, headers }) => {
    const stop = new AbortController()
    running.set(id, stop)
    try {
      const answer = await ask(address, headers, stop.signal)
      const body = await answer.arrayBuffer()
      const named = name => answer.headers.get(name)
      const about = { etag: named('etag'), cacheControl: named('cache-control'), expires: named('expires') }
      self.postMessage({ id, status: answer.status, kept: about, body }, [body])
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
