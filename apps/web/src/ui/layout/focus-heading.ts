/** Where the page begins, for who reads it by ear or keyboard. */
export function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('h1')
  if (!heading) return false
  heading.setAttribute('tabindex', '-1')
  // The place scrolled to is the router's to choose.
  heading.focus({ preventScroll: true })
  return true
}
