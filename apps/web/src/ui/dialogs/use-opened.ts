import { useEffect, useState } from 'react'

/**
 * `opened`, one moment later: the component library remembers what had the focus when a dialog goes from closed to open,
 * and one that is mounted open would give the focus back to nothing.
 */
export function useOpened(opened: boolean): boolean {
  const [shown, setShown] = useState(false)
  useEffect(() => setShown(opened), [opened])
  return shown && opened
}
