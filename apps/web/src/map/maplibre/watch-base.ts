import type { Map as LibreMap } from 'maplibre-gl'

/** Milliseconds after the first failure in which a base map may still show something. */
const graceMs = 2_000
/** Milliseconds in which something of it must have come, while somebody looks: a host that hangs fails nowhere. */
const patienceMs = 6_000

type Outcome = { readonly onCame: () => void; readonly onFailed: () => void }

/** Tells, once, whether something of a base map came. Single tiles may fail unheard. Answers with what ends the watch. */
export function watchBase(map: LibreMap, { onCame, onFailed }: Outcome): () => void {
  let hasFailed = false
  let grace: ReturnType<typeof setTimeout> | undefined
  let patience: ReturnType<typeof setTimeout> | undefined
  const end = (outcome?: () => void) => {
    clearTimeout(grace)
    clearTimeout(patience)
    for (const one of [came, failed, idle]) one.unsubscribe()
    document.removeEventListener('visibilitychange', wait)
    outcome?.()
  }
  // A map in a tab that nobody sees draws nothing, and so asks for nothing.
  const wait = () => {
    clearTimeout(patience)
    if (!document.hidden) patience = setTimeout(() => end(onFailed), patienceMs)
  }
  const came = map.on('sourcedata', event => {
    if (event.tile && !isOurs(event.sourceId)) end(onCame)
  })
  const failed = map.on('error', () => {
    hasFailed = true
    grace ??= setTimeout(() => end(onFailed), graceMs)
  })
  // A style that is drawn without tiles, or whose tiles are empty here.
  const idle = map.on('idle', () => {
    if (!hasFailed) end(onCame)
  })
  document.addEventListener('visibilitychange', wait)
  wait()
  return () => end()
}

const isOurs = (sourceId: string) => /^(muster|td)-/.test(sourceId)
