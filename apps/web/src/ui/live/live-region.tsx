import { plural, t } from '@lingui/core/macro'
import { VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'

/** Milliseconds over which announcements are batched, so that ten simultaneous changes become one sentence. */
const batchMs = 800
const maxAnnounced = 3
/** Milliseconds for which the region is cleared, because screen readers would not announce a text that replaces the same text. */
const refillDelayMs = 100

type Listener = (text: string) => void
const listeners = new Set<Listener>()
let pendingTexts: string[] = []
let timer: ReturnType<typeof setTimeout> | undefined

/** Combines many texts into one sentence: the first three, then the number of others. Duplicates count once. */
export function batchText(texts: string[]): string {
  const distinctTexts = [...new Set(texts)]
  const rest = distinctTexts.length - maxAnnounced
  const text = distinctTexts.slice(0, maxAnnounced).join('. ')
  return rest > 0 ? t`${text}. And ${plural(rest, { one: '# more change', other: '# more changes' })}` : text
}

/** Announces changes to screen readers, politely and batched: "Ana Ruiz entered North yard". */
export function announce(text: string) {
  pendingTexts.push(text)
  if (timer !== undefined) return
  timer = setTimeout(() => {
    const text = batchText(pendingTexts)
    pendingTexts = []
    timer = undefined
    for (const listener of listeners) listener(text)
  }, batchMs)
}

export function LiveRegion() {
  const [text, setText] = useState('')
  useEffect(() => {
    let fillTimer: ReturnType<typeof setTimeout> | undefined
    const showText = (text: string) => {
      setText('')
      clearTimeout(fillTimer)
      fillTimer = setTimeout(() => setText(text), refillDelayMs)
    }
    listeners.add(showText)
    return () => {
      clearTimeout(fillTimer)
      listeners.delete(showText)
      if (listeners.size > 0) return
      // Drop pending announcements, because they are not meant for the next mount.
      clearTimeout(timer)
      timer = undefined
      pendingTexts = []
    }
  }, [])
  return (
    <VisuallyHidden role="status" aria-live="polite" data-testid="live-region">
      {text}
    </VisuallyHidden>
  )
}
