import type { Map as LibreMap } from 'maplibre-gl'

/** Milliseconds after the first failure in which a base map may still show something. */
const gracePeriodMs = 2_000
/** Milliseconds in which part of the map must load while the page is visible, because a host that hangs never fails. */
const timeoutMs = 6_000

type OutcomeHandlers = { readonly onCame: () => void; readonly onFailed: () => void }

/**
 * Reports once whether any part of a base map has loaded. After a failed request, the map still has `gracePeriodMs` to load
 * something; in any case it has at most `timeoutMs` while the page is visible. Returns a function that stops watching.
 */
export function watchBase(map: LibreMap, { onCame, onFailed }: OutcomeHandlers): () => void {
  let hasFailed = false
  let graceTimer: ReturnType<typeof setTimeout> | undefined
  let timeoutTimer: ReturnType<typeof setTimeout> | undefined
  const finish = (outcome?: () => void) => {
    clearTimeout(graceTimer)
    clearTimeout(timeoutTimer)
    for (const subscription of [dataSubscription, errorSubscription, idleSubscription])
      subscription.unsubscribe()
    document.removeEventListener('visibilitychange', startTimeout)
    outcome?.()
  }
  // A map in a hidden tab draws nothing, and so requests nothing.
  const startTimeout = () => {
    clearTimeout(timeoutTimer)
    if (!document.hidden) timeoutTimer = setTimeout(() => finish(onFailed), timeoutMs)
  }
  const dataSubscription = map.on('sourcedata', event => {
    if (event.tile && !isOverlaySource(event.sourceId)) finish(onCame)
  })
  const errorSubscription = map.on('error', () => {
    hasFailed = true
    graceTimer ??= setTimeout(() => finish(onFailed), gracePeriodMs)
  })
  // A map that becomes idle without a failure is complete: its style needs no tiles, or its tiles are empty here.
  const idleSubscription = map.on('idle', () => {
    if (!hasFailed) finish(onCame)
  })
  document.addEventListener('visibilitychange', startTimeout)
  startTimeout()
  return () => finish()
}

const isOverlaySource = (sourceId: string) => /^(muster|td)-/.test(sourceId)
