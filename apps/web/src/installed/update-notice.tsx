import { useEffect } from 'react'
import { firstScript } from '../lib/first-script.ts'
import { noticeLayer } from '../ui/toast/notice-layer.ts'
import { takeUpdate, watchForUpdate } from './app-update.ts'
import { registerWorker } from './register-worker.ts'

/** Says that there is a new version, and takes it when the person says so. A form on the screen stays. */
export function offerUpdate() {
  noticeLayer.message('Muster was updated', {
    id: 'outdated',
    text: 'Reload the page to go on with the new version.',
    durationMs: Number.POSITIVE_INFINITY,
    action: { label: 'Reload', run: () => void takeUpdate() },
  })
}

/** Makes the app one that starts without a network, once the page stands, and offers its updates. */
export function UpdateNotice() {
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    let stop: (() => void) | undefined
    let gone = false
    const begin = async () => {
      const registration = await registerWorker()
      // A browser that takes no workers may answer nothing.
      if (!gone && registration)
        stop = watchForUpdate(registration, { entry: firstScript(), onReady: offerUpdate })
    }
    // The page itself comes first.
    const later = setTimeout(() => begin().catch(() => undefined), settledMs)
    return () => {
      gone = true
      clearTimeout(later)
      stop?.()
    }
  }, [])
  return null
}

const settledMs = 3_000
