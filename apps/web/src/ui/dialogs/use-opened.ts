import { useEffect, useState } from 'react'

/**
 * Returns `opened`, one render later: the component library records the focused element when a dialog goes from closed to open, and
 * could not restore the focus for one that is mounted open.
 */
export function useOpened(opened: boolean): boolean {
  const [shown, setShown] = useState(false)
  useEffect(() => setShown(opened), [opened])
  return shown && opened
}
