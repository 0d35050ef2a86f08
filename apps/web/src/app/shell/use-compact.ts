import { useMediaQuery } from '@mantine/hooks'
import { mobileBreakpointPx } from '../../ui/layout/use-screen.ts'

/** "Mobile" of the specification: narrower than 1024 px, or a touch-capable device. The sidebar is an overlay then. */
export function useCompact(): boolean {
  const narrow = useMediaQuery(`(max-width: ${mobileBreakpointPx - 0.02}px)`, false, {
    getInitialValueInEffect: false,
  })
  return narrow || navigator.maxTouchPoints > 0
}
