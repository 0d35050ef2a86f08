import { VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'

/** Announcements are gathered this long, in milliseconds, so that ten changes at once are one sentence. */
const batchMs = 800
const shownAtMost = 3
/** The region stays empty this long, in milliseconds: the same sentence put over itself would not be read again. */
const emptyMs = 100

type Listener = (text: string) => void
const listeners = new Set<Listener>()
let waiting: string[] = []
let timer: ReturnType<typeof setTimeout> | undefined

/** One sentence out of many: the first three, then how many more. Repetitions count once. */
export function batchText(texts: string[]): string {
  const distinct = [...new Set(texts)]
  const rest = distinct.length - shownAtMost
  const said = distinct.slice(0, shownAtMost).join('. ')
  return rest > 0 ? `${said}. And ${rest} more changes` : said
}

/** Tells screen readers, politely and batched, what changed by itself: "Ana Ruiz entered North yard". */
export function announce(text: string) {
  waiting.push(text)
  if (timer !== undefined) return
  timer = setTimeout(() => {
    const said = batchText(waiting)
    waiting = []
    timer = undefined
    for (const listener of listeners) listener(said)
  }, batchMs)
}

/** The one place announcements are read from. Mounted once, by the app. */
export function LiveRegion() {
  const [text, setText] = useState('')
  useEffect(() => {
    let filling: ReturnType<typeof setTimeout> | undefined
    const say = (said: string) => {
      setText('')
      clearTimeout(filling)
      filling = setTimeout(() => setText(said), emptyMs)
    }
    listeners.add(say)
    return () => {
      clearTimeout(filling)
      listeners.delete(say)
      if (listeners.size > 0) return
      // Nobody is there to be told; whoever comes next was not meant.
      clearTimeout(timer)
      timer = undefined
      waiting = []
    }
  }, [])
  return (
    <VisuallyHidden role="status" aria-live="polite" data-testid="live-region">
      {text}
    </VisuallyHidden>
  )
}
