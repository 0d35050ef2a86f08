import { t } from '@lingui/core/macro'
import { useEffect, useEffectEvent } from 'react'
import { isServerReachable } from '../lib/is-server-reachable.ts'
import { ErrorScreen } from '../ui/states/error-screen.tsx'
import type { ScreenNotLoadedError } from './lazy-screen.ts'

/** Polling interval in milliseconds while the server is unreachable. */
const checkIntervalMs = 3_000

const reloadedAtKey = 'muster.reloaded'
/** Minimum time between automatic reloads of a page that keeps failing, in milliseconds. */
const minReloadIntervalMs = 60_000

type Props = { error: ScreenNotLoadedError; onReset: () => void; onGoHome: () => void; onReload: () => void }

/**
 * Shown for a page whose code failed to load. The page opens automatically once the server responds, or earlier when the person
 * retries. A browser remembers a failed script for the lifetime of the document, even if the service worker has it, so an app that
 * can start offline is reloaded, automatically at most once a minute.
 */
export function PageNotLoaded({ error, onReset, onGoHome, onReload }: Props) {
  const tryAgain = async () => {
    if (!(await error.again()) && (await canStartOffline())) onReload()
    else onReset()
  }
  const reload = useEffectEvent(async () => {
    if (Date.now() - Number(sessionStorage.getItem(reloadedAtKey)) < minReloadIntervalMs) return
    if (!(await canStartOffline())) return
    sessionStorage.setItem(reloadedAtKey, String(Date.now()))
    onReload()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new error starts another check
  useEffect(() => void reload(), [error])
  const retryAutomatically = useEffectEvent(tryAgain)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new error starts another check
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isDisposed = false
    const checkServer = async () => {
      clearTimeout(timer)
      const isReachable = navigator.onLine && (await isServerReachable())
      if (isDisposed) return
      clearTimeout(timer)
      if (isReachable) await retryAutomatically()
      else timer = setTimeout(checkServer, checkIntervalMs)
    }
    timer = setTimeout(checkServer, checkIntervalMs)
    window.addEventListener('online', checkServer)
    return () => {
      isDisposed = true
      clearTimeout(timer)
      window.removeEventListener('online', checkServer)
    }
  }, [error])
  return (
    <ErrorScreen
      notLoaded={t`${{ problem: error.message }} It will open automatically when the server responds.`}
      onTryAgain={() => void tryAgain()}
      onGoHome={onGoHome}
    />
  )
}

/** True if the service worker has cached the app, so that it can be reloaded without a network. */
async function canStartOffline(): Promise<boolean> {
  if (!navigator.serviceWorker?.controller) return false
  return (await caches.match('/index.html', { ignoreSearch: true })) !== undefined
}
