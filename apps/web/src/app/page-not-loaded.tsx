import { t } from '@lingui/core/macro'
import { useEffect, useEffectEvent } from 'react'
import { serverAnswers } from '../lib/server-answers.ts'
import { ErrorScreen } from '../ui/states/error-screen.tsx'
import type { NotLoaded } from './lazy-screen.ts'

/** Polling interval in milliseconds while the server is unreachable. */
const lookEveryMs = 3_000

const reloadedKey = 'muster.reloaded'
/** Minimum time between automatic reloads of a page that keeps failing, in milliseconds. */
const reloadRestMs = 60_000

type Props = { error: NotLoaded; onReset: () => void; onGoHome: () => void; onReload: () => void }

/**
 * A page whose code failed to load. It opens automatically once the server responds, or earlier when the person retries. A browser
 * remembers a failed script for the lifetime of the document, even if the service worker has it, so an app started without a
 * network is reloaded once.
 */
export function PageNotLoaded({ error, onReset, onGoHome, onReload }: Props) {
  const tryAgain = async () => {
    if (!(await error.again()) && (await startsHere())) onReload()
    else onReset()
  }
  const reload = useEffectEvent(async () => {
    if (Date.now() - Number(sessionStorage.getItem(reloadedKey)) < reloadRestMs) return
    if (!(await startsHere())) return
    sessionStorage.setItem(reloadedKey, String(Date.now()))
    onReload()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new error is the reason to look anew
  useEffect(() => void reload(), [error])
  const open = useEffectEvent(tryAgain)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new error is the reason to look anew
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let ended = false
    const look = async () => {
      clearTimeout(timer)
      const isThere = navigator.onLine && (await serverAnswers())
      if (ended) return
      clearTimeout(timer)
      if (isThere) await open()
      else timer = setTimeout(look, lookEveryMs)
    }
    timer = setTimeout(look, lookEveryMs)
    window.addEventListener('online', look)
    return () => {
      ended = true
      clearTimeout(timer)
      window.removeEventListener('online', look)
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

/** Checks that the service worker has the app, so that it can be reloaded without a network. */
async function startsHere(): Promise<boolean> {
  if (!navigator.serviceWorker?.controller) return false
  return (await caches.match('/index.html', { ignoreSearch: true })) !== undefined
}
