import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Maximum printed rows. Paper shows all rows, and more than this would block the browser for a long time. */
export const printedMost = 2_000

/**
 * Returns whether the page is laid out for paper and renders all rows. Set before printing starts, however it was started; never if
 * `possible` is false.
 */
export function usePrinting(possible: boolean) {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    if (!possible) return
    // Must take effect before the paper is laid out.
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
    let hasBegun = false
    const markBegun = () => {
      hasBegun = true
    }
    window.addEventListener('beforeprint', markBegun, { once: true })
    // Some phone browsers send no event before printing.
    flushSync(() => setPrinting(true))
    window.print()
    window.removeEventListener('beforeprint', markBegun)
    // These browsers do not send one after printing either.
    if (!hasBegun) setPrinting(false)
  }
  return { printing: printing && possible, print }
}
