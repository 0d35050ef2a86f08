import { useMediaQuery } from '@mantine/hooks'

/** Screen width in pixels from which the side menu is shown beside the page. */
export const mobileBreakpointPx = 1_024

/** True below 640 px, where dialogs become bottom sheets. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 639.98px)', undefined, { getInitialValueInEffect: false }) ?? false
}

/** A field has room for barely one word, such as on a phone with large text. Style sheets use the same condition. */
export const narrowQuery = '(max-width: 17.98em)'

/** True while the screen matches `narrowQuery`. */
export function useIsNarrow(): boolean {
  return useMediaQuery(narrowQuery, undefined, { getInitialValueInEffect: false }) ?? false
}

const wideQuery = `(min-width: ${mobileBreakpointPx}px)`

/** True from 1024 px, where details open on the right. */
export function useIsWideScreen(): boolean {
  return useMediaQuery(wideQuery, undefined, { getInitialValueInEffect: false }) ?? false
}

/** True from 1280 px, where a map stands beside a list. */
export function useIsDesk(): boolean {
  return useMediaQuery('(min-width: 1280px)', undefined, { getInitialValueInEffect: false }) ?? false
}

/** True if the screen is currently "mobile" as specified: narrower than 1024 px, or a touch-capable device. */
export const isCompactScreen = (): boolean =>
  !window.matchMedia(wideQuery).matches || navigator.maxTouchPoints > 0
