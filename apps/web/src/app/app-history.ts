import { createHashHistory, type RouterHistory } from '@tanstack/react-router'

/**
 * The history of the app in the hash of the address. A page that is reached by a bare hash (a notification, a link, an address typed)
 * comes without a state, and the router would take it for the first page of all, behind the one before. It gets the
 * state of the page after that one, so that Back and what asks whether one can go back know where they are.
 */
export function createAppHistory(): RouterHistory {
  const { replaceState } = window.history
  const number = () => {
    if (window.history.state !== null) return
    // As the router makes them; a server without TLS has no `crypto.randomUUID`.
    const key = Math.random().toString(36).slice(2, 9)
    const state = { key, __TSR_key: key, __TSR_index: history.location.state.__TSR_index + 1 }
    // Not the one that the router puts in its place, which would tell it of a step too early.
    replaceState.call(window.history, state, '')
  }
  // Before the router listens.
  window.addEventListener('popstate', number)
  const history = createHashHistory()
  const { destroy } = history
  history.destroy = () => {
    window.removeEventListener('popstate', number)
    destroy()
  }
  return history
}
