import { useEffect, useState } from 'react'

/**
 * Returns `opened`, but becomes true one render later. The component library records the focused element when a dialog goes from
 * closed to open; for a dialog that is mounted open, it could not restore the focus.
 */
export function useOpened(opened: boolean): boolean {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => setIsShown(opened), [opened])
  return isShown && opened
}
