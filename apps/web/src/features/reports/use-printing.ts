import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Maximum number of rows on paper, which shows all of them; more would block the browser for a long time. */
export const printedMost = 2_000

/**
 * True while the page is laid out for paper and renders all rows. Set in time however printing was started; never if printing is
 * not possible.
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
    // These browsers send no event afterwards either.
    if (!hasBegun) setPrinting(false)
  }
  return { printing: printing && possible, print }
}
