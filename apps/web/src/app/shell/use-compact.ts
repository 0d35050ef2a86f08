import { useMediaQuery } from '@mantine/hooks'
import { mobileBreakpointPx } from '../../ui/layout/use-screen.ts'

/**
 * True if the screen is "mobile" as specified: narrower than 1024 px, or a touch-capable device. The sidebar is then an overlay.
 */
export function useCompact(): boolean {
  const narrow = useMediaQuery(`(max-width: ${mobileBreakpointPx - 0.02}px)`, false, {
    getInitialValueInEffect: false,
  })
  return narrow || navigator.maxTouchPoints > 0
}
