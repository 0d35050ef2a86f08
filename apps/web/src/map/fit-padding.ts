/** The width of the buttons at the side of a map in rem, and their minimum in px. */
const buttonSize = { rem: 2.75, leastPx: 44 }
const gripPx = 40

/** Pixels. On the right it also clears the map's buttons, which grow with the font size. */
export function fitPadding(): { top: number; right: number; bottom: number; left: number } {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
  const right = gripPx + Math.max(buttonSize.leastPx, buttonSize.rem * rem)
  return { top: gripPx, right, bottom: gripPx, left: gripPx }
}
