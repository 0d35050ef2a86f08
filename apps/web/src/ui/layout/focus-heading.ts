/** Users of screen readers and keyboards start there. Returns false if there is none. */
export function focusHeading(heading = document.querySelector<HTMLElement>('h1')): boolean {
  if (!heading) return false
  heading.setAttribute('tabindex', '-1')
  // The router controls the scroll position.
  heading.focus({ preventScroll: true })
  return true
}
