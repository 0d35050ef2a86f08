/** How many rem the buttons at the side of a map are wide, and px at the least. */
const button = { rem: 2.75, leastPx: 44 }
const gripPx = 40

/** How far (px) what is fitted stays from the edges of a map; at the right from its buttons, which grow with the letters, too. */
export function fitPadding(): { top: number; right: number; bottom: number; left: number } {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
  const right = gripPx + Math.max(button.leastPx, button.rem * rem)
  return { top: gripPx, right, bottom: gripPx, left: gripPx }
}
