import { useEffect, useEffectEvent } from 'react'
import { checkWish } from '../../lib/check-wish.ts'

/** Starts the check requested by the round button, on this page or on the way to it. */
export function useWishedCheck(isAsked: boolean, start: () => Promise<void>) {
  const begin = useEffectEvent(() => {
    if (checkWish.take()) void start()
  })
  useEffect(() => {
    if (!isAsked) return
    // Not during mount: strict mode unmounts the component once, which would cancel it.
    const timer = setTimeout(begin)
    const leave = checkWish.subscribe(begin)
    return () => {
      clearTimeout(timer)
      leave()
    }
  }, [isAsked])
}
