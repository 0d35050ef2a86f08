import { useMediaQuery } from '@mantine/hooks'

/** "Mobile" of the specification: narrower than 1024 px, or a touch-capable device. The sidebar is an overlay then. */
export function useCompact(): boolean {
  const narrow = useMediaQuery('(max-width: 1023.98px)', false, { getInitialValueInEffect: false })
  return narrow || navigator.maxTouchPoints > 0
}
