import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is laid out for paper: all rows are drawn then. True in time however printing was begun. */
export function usePrinting() {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    // Before the paper is laid out, not after.
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  const print = () => {
    // Some browsers of phones send no event before they print.
    flushSync(() => setPrinting(true))
    window.print()
  }
  return { printing, print }
}
