import { type RefObject, useLayoutEffect, useRef } from 'react'

type GridLayout = {
  columns: number
  /** The width in pixels for which the columns were computed. */
  width: number
  /** The key of the last touched card. */
  touched: string | undefined
}

/**
 * Keeps the scroll position when a grid changes its number of columns, for example when details open beside it or a tablet is
 * rotated. The anchor is the last touched card if it is on the screen, otherwise the first visible one. Cards are children with
 * `data-card`.
 */
export function useScrollAnchor(
  box: RefObject<HTMLElement | null>,
  { columns, width, touched }: GridLayout,
): void {
  const layout = useRef<{ columns: number; card: string; top: number }>(undefined)
  // Runs after every render, including the one at the end of scrolling, so that the position of the anchor is always known.
  useLayoutEffect(() => {
    // Positions are meaningless after the width has changed and before the columns have been recomputed.
    if (Math.abs((box.current?.clientWidth ?? 0) - width) > 1) return
    const cards = [...(box.current?.querySelectorAll<HTMLElement>(':scope > [data-card]') ?? [])]
    const previousLayout = layout.current
    if (previousLayout && previousLayout.columns !== columns) {
      const card = cards.find(candidate => candidate.dataset.card === previousLayout.card)
      // Who is at the top of the page stays there, unless they have just touched a card.
      if (card && (window.scrollY > 0 || previousLayout.card === touched))
        window.scrollBy({ top: card.getBoundingClientRect().top - previousLayout.top, behavior: 'instant' })
    }
    const visibleCards = cards.filter(isOnScreen)
    const anchor = visibleCards.find(card => card.dataset.card === touched) ?? visibleCards[0]
    layout.current = anchor && {
      columns,
      card: anchor.dataset.card ?? '',
      top: anchor.getBoundingClientRect().top,
    }
  })
}

function isOnScreen(card: HTMLElement): boolean {
  const { top, bottom } = card.getBoundingClientRect()
  return bottom > 0 && top < window.innerHeight
}
