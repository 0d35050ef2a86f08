import { useMediaQuery } from '@mantine/hooks'

/** Under 640 px: dialogs become bottom sheets. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 639.98px)', undefined, { getInitialValueInEffect: false }) ?? false
}

/** From 1024 px: details stand at the right. */
export function useIsWide(): boolean {
  return useMediaQuery('(min-width: 1024px)', undefined, { getInitialValueInEffect: false }) ?? false
}
