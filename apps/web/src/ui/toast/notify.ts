import { limits } from '@muster/domain/limits.ts'

/*
 * The two layers of notices, both in a strip over the header, which covers nothing of a page or a dialog. What a card says in
 * the same words gets none.
 *
 * Base layer (`notify`): the answer to what the person just did. One at a time, swiped away after 50 px. It goes after 5 s,
 *   a failure outside of the zone screens after 1,000 s; and with the page it was about.
 *   Used by every screen: sign-in and sign-up, zones and presence, users, hazards, broadcasts, groups, files, settings.
 * Second layer (`noticeLayer`, notice-layer.ts): what happened by itself or goes on beside the work. Three visible.
 *   Used by the shell (a new alert, the connection), and by uploads, downloads and exports on documents and groups.
 */

export type NoticeKind = 'success' | 'error' | 'info'

export type Notice = {
  id: number
  kind: NoticeKind
  title: string
  text?: string
  /** A line of its own below it. */
  next?: string
  durationMs: number
  /** How screen readers hear it: not at all where the page says the same. */
  read: 'at once' | 'politely' | 'not'
  action?: NoticeAction
}

/** The one button of a notice: the next step, or undo. It goes with the notice. */
export type NoticeAction = { label: string; run: () => void }

type Options = {
  /** Says what it is about and what follows from it, below a text that is the specification's word for word. */
  next?: string | undefined
  /** Milliseconds until it goes by itself: 3000 for 'Access Granted'. */
  durationMs?: number
  /** For what its place on the page announces: screen readers hear it once, from there. */
  silent?: boolean
  action?: NoticeAction
}

/** Milliseconds in which a notice belongs to the page that comes, not to the one that goes. */
const fresh = 1_000

/** On small screens both layers have one place. What came last is in front there; style sheets see which layer that is. */
export function putInFront(layer: 'answer' | 'news'): void {
  document.documentElement.dataset.notices = layer
}

let current: Notice | null = null
let shownAt = 0
let failureMs: number = limits.zoneToastMs
let lastId = 0
const listeners = new Set<() => void>()

function show(kind: NoticeKind, title: string, text?: string, options: Options = {}): number {
  lastId += 1
  shownAt = Date.now()
  current = {
    id: lastId,
    kind,
    title,
    text,
    next: options.next,
    durationMs: options.durationMs ?? (kind === 'error' ? failureMs : limits.zoneToastMs),
    read: options.silent ? 'not' : kind === 'error' ? 'at once' : 'politely',
    action: options.action,
  }
  putInFront('answer')
  for (const listener of listeners) listener()
  return lastId
}

/** Base layer: a new notice takes the place of the one that shows. Each returns its id. */
export const notify = {
  success: (title: string, text?: string, options?: Options) => show('success', title, text, options),
  /** The specification's destructive toast; announced at once. */
  error: (title: string, text?: string, options?: Options) => show('error', title, text, options),
  info: (title: string, text?: string, options?: Options) => show('info', title, text, options),
  /** Takes away the notice with this id, or whatever shows. */
  dismiss(id?: number) {
    if (current === null || (id !== undefined && current.id !== id)) return
    current = null
    for (const listener of listeners) listener()
  },
  /** Another page shows: what was said about the last one goes. `failuresMs`: how long failures stay on this one. */
  turnPage({ failuresMs }: { failuresMs: number }) {
    failureMs = failuresMs
    if (Date.now() - shownAt > fresh) notify.dismiss()
  },
}

/** The current notice of the base layer, for BaseToaster, the second layer and tests. */
export const noticeStore = {
  get: () => current,
  /** The id of the newest notice, whether it still shows or not. */
  lastId: () => lastId,
  /** Milliseconds since it shows. */
  age: () => Date.now() - shownAt,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}
