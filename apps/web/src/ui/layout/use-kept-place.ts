import { type RefObject, useLayoutEffect, useRef } from 'react'

type Drawn = {
  columns: number
  /** The width the columns were counted for, in pixels. */
  width: number
  /** The key of the card last touched. */
  touched: string | undefined
}

/**
 * Keeps what one was reading where it was when a grid gets more or fewer columns, as when details open beside it or a tablet is
 * turned: the card last touched if it is on the screen, else the first one that is. Cards are children with `data-card`.
 */
export function useKeptPlace(box: RefObject<HTMLElement | null>, { columns, width, touched }: Drawn): void {
  const seen = useRef<{ columns: number; card: string; top: number }>(undefined)
  // After every render, the one at the end of scrolling included.
  useLayoutEffect(() => {
    // Already of another width, with columns that are counted anew in a moment: nothing is where it was, nor where it will be.
    if (Math.abs((box.current?.clientWidth ?? 0) - width) > 1) return
    const cards = [...(box.current?.querySelectorAll<HTMLElement>(':scope > [data-card]') ?? [])]
    const before = seen.current
    if (before && before.columns !== columns) {
      const card = cards.find(one => one.dataset.card === before.card)
      if (card) window.scrollBy({ top: card.getBoundingClientRect().top - before.top, behavior: 'instant' })
    }
    const shown = cards.filter(isOnScreen)
    const kept = shown.find(card => card.dataset.card === touched) ?? shown[0]
    seen.current = kept && {
      columns,
      card: kept.dataset.card ?? '',
      top: kept.getBoundingClientRect().top,
    }
  })
}

function isOnScreen(card: HTMLElement): boolean {
  const { top, bottom } = card.getBoundingClientRect()
  return bottom > 0 && top < window.innerHeight
}
