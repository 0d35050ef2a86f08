import { useEffect, useEffectEvent } from 'react'
import { checkWish } from '../../lib/check-wish.ts'

/** Begins the check that the round button asked for, on this page already or on the way to it. */
export function useWishedCheck(isAsked: boolean, start: () => Promise<void>) {
  const begin = useEffectEvent(() => {
    if (checkWish.take()) void start()
  })
  useEffect(() => {
    if (!isAsked) return
    // Not while mounting: what a component begins then, it ends when it is only mounted on trial.
    const timer = setTimeout(begin)
    const leave = checkWish.subscribe(begin)
    return () => {
      clearTimeout(timer)
      leave()
    }
  }, [isAsked])
}
