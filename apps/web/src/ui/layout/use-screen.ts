import { useMediaQuery } from '@mantine/hooks'

/** From this width on, the side menu is shown beside the page. */
export const mobileBreakpointPx = 1_024

/** Under 640 px: dialogs become bottom sheets. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 639.98px)', undefined, { getInitialValueInEffect: false }) ?? false
}

/**
 * So few characters per line that a field fits hardly more than one word: a phone with large text. Style sheets use the same
 * condition.
 */
export const narrow = '(max-width: 17.98em)'

/** True while the screen is that narrow. */
export function useIsNarrow(): boolean {
  return useMediaQuery(narrow, undefined, { getInitialValueInEffect: false }) ?? false
}

/** From 1280 px: beside the side menu there is room for many buttons in a row, or for a map. */
export function useIsBroad(): boolean {
  return useMediaQuery('(min-width: 1280px)', undefined, { getInitialValueInEffect: false }) ?? false
}

const wide = `(min-width: ${mobileBreakpointPx}px)`

/** From 1024 px: details open at the right. */
export function useIsWide(): boolean {
  return useMediaQuery(wide, undefined, { getInitialValueInEffect: false }) ?? false
}

/** "Mobile" of the specification, at this moment: narrower than 1024 px, or a touch-capable device. */
export const isCompactScreen = (): boolean => !window.matchMedia(wide).matches || navigator.maxTouchPoints > 0
