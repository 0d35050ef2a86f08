import { useMediaQuery } from '@mantine/hooks'
import { limits } from '@muster/domain/limits.ts'

/** "Mobile" of the specification: narrower than 1024 px, or a touch-capable device. The sidebar is an overlay then. */
export function useCompact(): boolean {
  const narrow = useMediaQuery(`(max-width: ${limits.mobileBreakpointPx - 0.02}px)`, false, {
    getInitialValueInEffect: false,
  })
  return narrow || navigator.maxTouchPoints > 0
}
