/** Focuses the heading of the page or of a dialog step, where screen reader and keyboard users start. */
export function focusHeading(heading = document.querySelector<HTMLElement>('h1')): boolean {
  if (!heading) return false
  heading.setAttribute('tabindex', '-1')
  // The place scrolled to is the router's to choose.
  heading.focus({ preventScroll: true })
  return true
}
