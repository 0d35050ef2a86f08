import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Maximum number of printed rows. Paper shows all rows, and more than this would block the browser for a long time. */
export const maxPrintedRows = 2_000

/** `printing` is set before printing starts, also by the browser; it stays false if `isPossible` is false. */
export function usePrinting(isPossible: boolean) {
  const [isPrinting, setIsPrinting] = useState(false)
  useEffect(() => {
    if (!isPossible) return
    // Must take effect before the paper is laid out.
    const startPrinting = () => flushSync(() => setIsPrinting(true))
    const stopPrinting = () => setIsPrinting(false)
    window.addEventListener('beforeprint', startPrinting)
    window.addEventListener('afterprint', stopPrinting)
    return () => {
      window.removeEventListener('beforeprint', startPrinting)
      window.removeEventListener('afterprint', stopPrinting)
    }
  }, [isPossible])
  const print = () => {
    let hasBegun = false
    const markBegun = () => {
      hasBegun = true
    }
    window.addEventListener('beforeprint', markBegun, { once: true })
    // Set here as well, because some phone browsers send no `beforeprint` event.
    flushSync(() => setIsPrinting(true))
    window.print()
    window.removeEventListener('beforeprint', markBegun)
    // These browsers send no `afterprint` event either.
    if (!hasBegun) setIsPrinting(false)
  }
  return { printing: isPrinting && isPossible, print }
}
