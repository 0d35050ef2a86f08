import { createHashHistory, type RouterHistory } from '@tanstack/react-router'

/**
 * Creates the app's history in the hash of the URL. A page reached by a bare hash (a notification, a link, a typed URL) has no
 * state, so the router would treat it as the very first page, before the current one. Such a page gets the state of a page after
 * the current one instead, so that Back and `canGoBack` work.
 */
export function createAppHistory(): RouterHistory {
  const { replaceState } = window.history
  const setEntryIndex = () => {
    if (window.history.state !== null) return
    // The key has the router's format. `crypto.randomUUID` is not available without TLS.
    const key = Math.random().toString(36).slice(2, 9)
    const state = { key, __TSR_key: key, __TSR_index: history.location.state.__TSR_index + 1 }
    // Uses the browser's own function, because the router's replacement would notify the router before the state is complete.
    replaceState.call(window.history, state, '')
  }
  // Must run before the router's listener.
  window.addEventListener('popstate', setEntryIndex)
  const history = createHashHistory()
  const { destroy } = history
  replaceSecondEntry(history)
  history.destroy = () => {
    window.removeEventListener('popstate', setEntryIndex)
    destroy()
  }
  return history
}

/**
 * Lets a new page take the place of the second entry that an overlay added to the first page (`useBackCloses`), so that Back leads
 * from the new page to the first page, with no entry in between that looks like nothing happened.
 */
function replaceSecondEntry(history: RouterHistory): void {
  const { push, replace } = history
  history.push = (path, state, options) =>
    history.location.state.overlaid ? replace(path, state, options) : push(path, state, options)
  history.replace = (path, state, options) => {
    const { state: currentState, pathname } = history.location
    const isSamePage = path.split(/[?#]/)[0] === pathname
    replace(path, currentState.overlaid && isSamePage ? { ...state, overlaid: true } : state, options)
  }
}
