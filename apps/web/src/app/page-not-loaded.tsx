import { useEffect, useEffectEvent } from 'react'
import { serverAnswers } from '../lib/server-answers.ts'
import { ErrorScreen } from '../ui/states/error-screen.tsx'
import type { NotLoaded } from './lazy-screen.ts'

/** The interval between checks whether the server answers again, in milliseconds. */
const lookEveryMs = 3_000

type Props = { error: NotLoaded; onReset: () => void; onGoHome: () => void }

/** A page whose code could not be had: it opens by itself once the server answers, or sooner by hand. */
export function PageNotLoaded({ error, onReset, onGoHome }: Props) {
  const tryAgain = async () => {
    await error.again()
    onReset()
  }
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
      notLoaded={`${error.message} It opens by itself as soon as the server answers.`}
      onTryAgain={() => void tryAgain()}
      onGoHome={onGoHome}
    />
  )
}
