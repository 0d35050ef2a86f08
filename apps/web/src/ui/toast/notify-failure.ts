import { errorReference } from '../../lib/error-text.ts'
import { noticeStore, notify } from './notify.ts'

/** Elements that screen readers announce: failures with Retry, form errors, results. */
const announcedSelector = '[role="alert"], [role="status"]'
const toasterSelector = '[aria-label="Messages"]'
/** Milliseconds that the page is given to render the failure. */
const renderDelayMs = 100

/** Shows nothing if the same text is in view on the page. Screen readers announce it once, from the page if it is there. */
export function notifyFailure(title: string, text?: string): void {
  runAfterPaint(() => {
    const mentions = findElementsWithText([text ?? title])
    const duplicates =
      text === undefined ? mentions : mentions.filter(element => element.textContent?.includes(title))
    if (!duplicates.some(isInView)) notify.error(title, text, { silent: mentions.length > 0 })
  })
}

/** The first of `texts`, with the reference of a failure of the server, unless one of them is in view on the page. */
export function notifyReadFailure(texts: readonly [string, ...string[]], error: unknown): void {
  runAfterPaint(() => {
    const mentions = findElementsWithText(texts)
    if (!mentions.some(isInView))
      notify.error(texts[0], errorReference(error), { silent: mentions.length > 0 })
  })
}

/** Skips it if the toast container is gone with its page, or if a newer toast was shown, which may report that a retry succeeded. */
function runAfterPaint(callback: () => void): void {
  const toaster = document.querySelector(toasterSelector)
  const previousId = noticeStore.lastId()
  const callOnce = () => {
    if (toaster?.isConnected !== false && noticeStore.lastId() === previousId) callback()
  }
  // On a busy device the timer may fire before the render; a second timer lets the render run first.
  setTimeout(() => setTimeout(callOnce), renderDelayMs)
}

/** Returns the announced elements that contain one of the texts, except the toasts of the base layer. */
const findElementsWithText = (texts: readonly string[]): Element[] =>
  [...document.querySelectorAll(announcedSelector)].filter(
    element => !element.closest(toasterSelector) && texts.some(text => element.textContent?.includes(text)),
  )

function isInView(element: Element): boolean {
  const { top, bottom, width, height } = element.getBoundingClientRect()
  // An element that is not displayed has an empty box at the top of the page.
  const isShown = element.checkVisibility?.({ visibilityProperty: true }) ?? (width > 0 && height > 0)
  return isShown && bottom >= 0 && top <= window.innerHeight
}
