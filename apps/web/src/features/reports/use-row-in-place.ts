import { useLayoutEffect, useRef } from 'react'

const getRowTop = (key: string) =>
  document.querySelector(`[data-row="${CSS.escape(key)}"]`)?.getBoundingClientRect().top

/** Details beside the page change the height of the content above. Call the returned function with the key just before that. */
export function useRowInPlace(openId: string | undefined): (key: string | undefined) => void {
  const previousRow = useRef<{ key: string; top: number }>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the layout changes when other details are open
  useLayoutEffect(() => {
    const previous = previousRow.current
    previousRow.current = undefined
    const top = previous && getRowTop(previous.key)
    if (previous && top !== undefined && top !== previous.top) window.scrollBy(0, top - previous.top)
  }, [openId])
  return key => {
    const top = key === undefined ? undefined : getRowTop(key)
    previousRow.current = key !== undefined && top !== undefined ? { key, top } : undefined
  }
}
