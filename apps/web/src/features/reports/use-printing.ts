import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Paper has all rows, and more of them than this would hold the browser up for long. */
export const printedMost = 2_000

/**
 * Whether the page is laid out for paper: all rows are drawn then. True in time however printing was begun; never where it is not
 * possible.
 */
export function usePrinting(possible: boolean) {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    if (!possible) return
    // Before the paper is laid out, not after.
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [possible])
  const print = () => {
    let told = false
    const note = () => {
      told = true
    }
    window.addEventListener('beforeprint', note, { once: true })
    // Some browsers of phones send no event before they print.
    flushSync(() => setPrinting(true))
    window.print()
    window.removeEventListener('beforeprint', note)
    // They send none afterwards either.
    if (!told) setPrinting(false)
  }
  return { printing: printing && possible, print }
}
