import { limits } from '@muster/domain/limits.ts'

/*
 * The two layers of toasts share a strip over the header and cover nothing of a page or a dialog. A toast is omitted if a card
 * already shows the same text.
 *
 * Base layer (`notify`): the outcome of the person's own action. One at a time, dismissed by a swipe of 50 px. It disappears
 *   after 5 s, a failure outside the zone screens after 1,000 s, and always with the page it was about.
 *   Used by every screen: sign-in and sign-up, zones and presence, users, hazards, broadcasts, groups, files, settings.
 * Second layer (`noticeLayer`, notice-layer.ts): events in the background. Three are visible.
 *   Used by the shell (a new alert, the connection), and by uploads, downloads and exports on documents and groups.
 */

export type NoticeKind = 'success' | 'error' | 'info'

export type Notice = {
  id: number
  kind: NoticeKind
  title: string
  text?: string
  /** A separate line below the text. */
  next?: string
  durationMs: number
  /** How screen readers announce it: 'not' if the page announces the same text. */
  read: 'at once' | 'politely' | 'not'
  action?: NoticeAction
}

/** The button of a toast: the next step, or undo. It disappears with the toast. */
export type NoticeAction = { label: string; run: () => void }

type Options = {
  /** Names the subject or the consequence, below a text whose wording is specified. */
  next?: string | undefined
  /** Milliseconds until it disappears: 3000 for 'Access Granted'. */
  durationMs?: number
  /** True for a text that the page announces, so that screen readers read it once, from there. */
  silent?: boolean
  action?: NoticeAction
}

/** Milliseconds in which a toast belongs to the next page instead of the current one. */
const pageChangeMs = 1_000

/** Brings the newest layer to the front on small screens, where both share one place. Style sheets read which layer it is. */
export function bringToFront(layer: 'answer' | 'news'): void {
  document.documentElement.dataset.notices = layer
}

let currentNotice: Notice | null = null
let shownAt = 0
let failureMs: number = limits.zoneToastMs
let lastId = 0
const listeners = new Set<() => void>()

function show(kind: NoticeKind, title: string, text?: string, options: Options = {}): number {
  lastId += 1
  shownAt = Date.now()
  currentNotice = {
    id: lastId,
    kind,
    title,
    text,
    next: options.next,
    durationMs: options.durationMs ?? (kind === 'error' ? failureMs : limits.zoneToastMs),
    read: options.silent ? 'not' : kind === 'error' ? 'at once' : 'politely',
    action: options.action,
  }
  bringToFront('answer')
  for (const listener of listeners) listener()
  return lastId
}

/** The base layer: a new toast replaces the visible one. Each function returns the toast's id. */
export const notify = {
  success: (title: string, text?: string, options?: Options) => show('success', title, text, options),
  /** Shows the destructive toast of the specification, announced immediately. */
  error: (title: string, text?: string, options?: Options) => show('error', title, text, options),
  info: (title: string, text?: string, options?: Options) => show('info', title, text, options),
  /** Hides the toast with this id, or the visible one. */
  dismiss(id?: number) {
    if (currentNotice === null || (id !== undefined && currentNotice.id !== id)) return
    currentNotice = null
    for (const listener of listeners) listener()
  },
  /**
   * Hides the toasts of the previous page. Call it on navigation. `failuresMs`: how long failures stay on the new page, in
   * milliseconds.
   */
  turnPage({ failuresMs }: { failuresMs: number }) {
    failureMs = failuresMs
    if (Date.now() - shownAt > pageChangeMs) notify.dismiss()
  },
}

/** The current toast of the base layer, for BaseToaster, the second layer and tests. */
export const noticeStore = {
  get: () => currentNotice,
  /** Returns the id of the newest toast, whether or not it is still visible. */
  lastId: () => lastId,
  /** Returns the milliseconds since it was shown. */
  age: () => Date.now() - shownAt,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}
