import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { findFirstScript } from '../lib/first-script.ts'
import { noticeLayer } from '../ui/toast/notice-layer.ts'
import { applyUpdate, watchForUpdate } from './app-update.ts'
import { registerWorker } from './register-worker.ts'

/** Announces a new version. It is loaded only when the person asks for it, so that an open form is not lost. */
export function offerUpdate() {
  noticeLayer.message(t`Muster was updated`, {
    id: 'outdated',
    text: t`Reload the page to use the new version.`,
    durationMs: Number.POSITIVE_INFINITY,
    action: { label: t`Reload`, run: () => void applyUpdate() },
  })
}

/** Lets the app start without a network by registering the service worker once the page has settled, and offers updates. */
export function UpdateNotice() {
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    let stop: (() => void) | undefined
    let isUnmounted = false
    const startWatching = async () => {
      const registration = await registerWorker()
      // A browser without service workers may return nothing.
      if (!isUnmounted && registration)
        stop = watchForUpdate(registration, { entry: findFirstScript(), onReady: offerUpdate })
    }
    // Loading the page has priority.
    const timer = setTimeout(() => startWatching().catch(() => undefined), startDelayMs)
    return () => {
      isUnmounted = true
      clearTimeout(timer)
      stop?.()
    }
  }, [])
  return null
}

const startDelayMs = 3_000
