import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Returns the content to render for printing, and `print`, which renders it and opens the print dialog. */
export function usePrinted<Content>(): [Content | undefined, print: (content: Content) => void] {
  const [printed, setPrinted] = useState<Content>()
  useEffect(() => {
    const endPrinting = () => setPrinted(undefined)
    window.addEventListener('afterprint', endPrinting)
    return () => window.removeEventListener('afterprint', endPrinting)
  }, [])
  const print = (content: Content) => {
    // It must be rendered before the print layout is created.
    flushSync(() => setPrinted(content))
    window.print()
  }
  return [printed, print]
}
