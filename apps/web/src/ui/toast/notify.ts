import { limits } from '@muster/domain/limits.ts'

/*
 * The two layers of toasts are in the free part of the header. Where the header has none, below 1024 px, they share a strip above the
 * bottom bar or, if that would cover the control just pressed, above that control. While a dialog or a composer is open, the strip is
 * over the header. A failure that the page itself already shows gets no toast (notify-failure.ts).
 *
 * The base layer (`notify`) shows the outcome of the person's own action, one toast at a time. A swipe of 50 px dismisses it.
 * Otherwise it disappears after 5 s by default (a failure outside the zone screens after 1,000 s), and always with the page it was
 * about. Every screen uses it: sign-in and sign-up, zones and presence, users, hazards, broadcasts, groups, files, settings.
 *
 * The second layer (`noticeLayer`, notice-layer.ts) shows events in the background, at most three at a time. It is used by the
 * shell (a new alert, the connection), and by uploads, downloads and exports on documents and groups.
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
  /** How screen readers announce the toast: 'not' if the page announces the same text. */
  read: 'at once' | 'politely' | 'not'
  action?: NoticeAction
}

/** The button of a toast: the next step, or undo. It disappears with the toast. */
export type NoticeAction = { label: string; run: () => void }

type Options = {
  /** A line below a text whose wording is specified. Names the subject or the consequence. */
  next?: string | undefined
  /** Duration in milliseconds: 3000 for 'Access Granted'. */
  durationMs?: number
  /** True if the page announces the same text, so that screen readers read it only once, from the page. */
  silent?: boolean
  action?: NoticeAction
}

/** A toast shown at most this many milliseconds before a navigation belongs to the new page. */
const pageChangeMs = 1_000

/** The height in pixels of the bottom bar and the strip above it. */
const bottomStripPx = 140

/**
 * Returns the height in pixels above the lower edge of the screen at which a toast does not cover the control that has the focus; 0 if
 * the strip at the bottom does not. A control that scrolls to its answer is not there any more when the toast appears.
 */
function findLift(): number {
  const control = document.activeElement?.closest('button, a, input, textarea, select')
  if (!control || control.closest('nav, [data-scrolls-to-answer]')) return 0
  const { top, bottom } = control.getBoundingClientRect()
  const isCovered = bottom > window.innerHeight - bottomStripPx && top < window.innerHeight
  return isCovered ? window.innerHeight - top + 6 : 0
}

/** Brings a layer to the front on small screens, where both layers share one place. Style sheets read it from `data-notices`. */
export function bringToFront(layer: 'answer' | 'news'): void {
  document.documentElement.dataset.notices = layer
  document.documentElement.style.setProperty('--m-notice-lift', `${findLift()}px`)
}

let currentNotice: Notice | null = null
let shownAt = 0
let failureDurationMs: number = limits.zoneToastMs
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
    durationMs: options.durationMs ?? (kind === 'error' ? failureDurationMs : limits.zoneToastMs),
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
  /** Shows the specification's destructive toast. Screen readers announce it immediately unless it is `silent`. */
  error: (title: string, text?: string, options?: Options) => show('error', title, text, options),
  info: (title: string, text?: string, options?: Options) => show('info', title, text, options),
  /** Hides the toast with this id, or the visible one. */
  dismiss(id?: number) {
    if (currentNotice === null || (id !== undefined && currentNotice.id !== id)) return
    currentNotice = null
    for (const listener of listeners) listener()
  },
  /**
   * Hides the toast of the previous page, but not one shown within the last `pageChangeMs`. Call it on navigation. `failuresMs`:
   * how long failures stay on the new page, in milliseconds.
   */
  turnPage({ failuresMs }: { failuresMs: number }) {
    failureDurationMs = failuresMs
    if (Date.now() - shownAt > pageChangeMs) notify.dismiss()
  },
}

/** The current toast of the base layer, for BaseToaster, the second layer and tests. */
export const noticeStore = {
  get: () => currentNotice,
  /** Returns the id of the newest toast, whether or not it is still visible. */
  lastId: () => lastId,
  /** Returns the milliseconds since the newest toast was shown. */
  age: () => Date.now() - shownAt,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}
