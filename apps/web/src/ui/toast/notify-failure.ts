import { noticeStore, notify } from './notify.ts'

/** Places of a page that screen readers hear: failures with their Retry, problems of a form, results. */
const places = '[role="alert"], [role="status"]'
const messages = '[aria-label="Messages"]'
/** A page has drawn what failed by then, in milliseconds. */
const drawnMs = 100

/**
 * The notice of an act that failed: none where its place says the same words and is in sight. Screen readers hear it once,
 * from the place if it is there.
 */
export function notifyFailure(title: string, text?: string): void {
  onceDrawn(() => {
    const about = placesThatSay([text ?? title])
    const same = text === undefined ? about : about.filter(place => place.textContent?.includes(title))
    if (!same.some(isInSight)) notify.error(title, text, { silent: about.length > 0 })
  })
}

/** The notice of a read that failed: only where the place that says it is out of sight. The first text is the notice's. */
export function notifyReadFailure(texts: readonly [string, ...string[]]): void {
  onceDrawn(() => {
    const said = placesThatSay(texts)
    if (!said.some(isInSight)) notify.error(texts[0], undefined, { silent: said.length > 0 })
  })
}

/**
 * Once the page has drawn what failed; not if what shows messages is gone by then, and another app stands in its place, nor if
 * something newer was said meanwhile: an act that failed and then worked has worked.
 */
function onceDrawn(tell: () => void): void {
  const shower = document.querySelector(messages)
  const before = noticeStore.lastId()
  const tellOnce = () => {
    if (shower?.isConnected !== false && noticeStore.lastId() === before) tell()
  }
  // On a busy device the timer may be due before the render is: the second one lets that run first.
  setTimeout(() => setTimeout(tellOnce), drawnMs)
}

/** The elements that show one of the texts, except the messages over the header. */
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
