import { useMediaQuery } from '@mantine/hooks'
import { mobileBreakpointPx } from '../../ui/layout/use-screen.ts'

/**
 * True if the screen is "mobile" as specified: narrower than 1024 px, or a touch-capable device. The sidebar is then an overlay.
 */
export function useIsCompact(): boolean {
  const isNarrow = useMediaQuery(`(max-width: ${mobileBreakpointPx - 0.02}px)`, false, {
    getInitialValueInEffect: false,
  })
  return isNarrow || navigator.maxTouchPoints > 0
}
