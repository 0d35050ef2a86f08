import { noticeStore, notify } from './notify.ts'

/** Elements that screen readers announce: failures with Retry, form errors, results. */
const places = '[role="alert"], [role="status"]'
const messages = '[aria-label="Messages"]'
/** Milliseconds that the page has to render the failure. */
const drawnMs = 100

/**
 * Shows the toast of a failed action, unless the same text is visible on the page. Screen readers announce the text once, from the
 * page if it is there.
 */
export function notifyFailure(title: string, text?: string): void {
  afterPaint(() => {
    const about = placesThatSay([text ?? title])
    const same = text === undefined ? about : about.filter(place => place.textContent?.includes(title))
    if (!same.some(isInSight)) notify.error(title, text, { silent: about.length > 0 })
  })
}

/** Shows the toast of a failed read, only if its message on the page is out of sight. The first text is the toast's. */
export function notifyReadFailure(texts: readonly [string, ...string[]]): void {
  afterPaint(() => {
    const places = placesThatSay(texts)
    if (!places.some(isInSight)) notify.error(texts[0], undefined, { silent: places.length > 0 })
  })
}

/**
 * Runs `callback` once the page has rendered the failure. Does not run it if the toast container is gone by then, because another
 * app has replaced it, nor after a newer toast: an action that failed and then succeeded has succeeded.
 */
function afterPaint(callback: () => void): void {
  const shower = document.querySelector(messages)
  const before = noticeStore.lastId()
  const callOnce = () => {
    if (shower?.isConnected !== false && noticeStore.lastId() === before) callback()
  }
  // On a busy device the timer may fire before the render; a second timer lets the render run first.
  setTimeout(() => setTimeout(callOnce), drawnMs)
}

/** Returns the elements that contain one of the texts, except the toasts over the header. */
const placesThatSay = (texts: readonly string[]): Element[] =>
  [...document.querySelectorAll(places)].filter(
    place => !place.closest(messages) && texts.some(text => place.textContent?.includes(text)),
  )

function isInSight(place: Element): boolean {
  const { top, bottom, width, height } = place.getBoundingClientRect()
  // An element that is not displayed has an empty box at the top of the page.
  const isShown = place.checkVisibility?.({ visibilityProperty: true }) ?? (width > 0 && height > 0)
  return isShown && bottom >= 0 && top <= window.innerHeight
}
