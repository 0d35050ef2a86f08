import type { Map as LibreMap } from 'maplibre-gl'

/** Milliseconds after the first failure in which a base map may still show something. */
const graceMs = 2_000
/** Milliseconds in which part of the map must load while the page is visible, because a host that hangs never fails. */
const patienceMs = 6_000

type Outcome = { readonly onCame: () => void; readonly onFailed: () => void }

/**
 * Reports once whether any part of a base map has loaded. Failures of single tiles are ignored. Returns a function that stops it.
 */
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
  // A map in a hidden tab draws nothing, and so requests nothing.
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
  // The style draws something without tiles, or its tiles are empty here.
  const idle = map.on('idle', () => {
    if (!hasFailed) end(onCame)
  })
  document.addEventListener('visibilitychange', wait)
  wait()
  return () => end()
}

const isOurs = (sourceId: string) => /^(muster|td)-/.test(sourceId)
