import type { Map as LibreMap } from 'maplibre-gl'

/** Milliseconds after the first failure in which a base map may still show something. */
const graceMs = 4_000

/** Calls `onFailed`, once, where a base map fails and nothing of it has come. Single tiles may fail unheard. */
export function watchBase(map: LibreMap, onFailed: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let hasTiles = false
  const came = map.on('sourcedata', event => {
    if (event.tile && !event.sourceId.startsWith('muster-')) hasTiles = true
  })
  const failed = map.on('error', () => {
    if (hasTiles) return
    timer ??= setTimeout(() => {
      if (!hasTiles) onFailed()
    }, graceMs)
  })
  return () => {
    clearTimeout(timer)
    came.unsubscribe()
    failed.unsubscribe()
  }
}
