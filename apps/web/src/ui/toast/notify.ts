import { limits } from '@muster/domain/limits.ts'

/*
 * The two layers of notices.
 *
 * Base layer (`notify`): the answer to what the person just did. One at a time, 5 s, swiped away after 50 px.
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
  durationMs: number
  /** Read out after what is being read, not at once. */
  polite: boolean
}

type Options = {
  /** Milliseconds until it goes by itself: 3000 for 'Access Granted'. */
  durationMs?: number
  /** For a failure that its place on the page announces at once: it must not be read twice. */
  polite?: boolean
}

let current: Notice | null = null
let lastId = 0
const listeners = new Set<() => void>()

function show(kind: NoticeKind, title: string, text?: string, options: Options = {}): number {
  lastId += 1
  current = {
    id: lastId,
    kind,
    title,
    text,
    durationMs: options.durationMs ?? limits.zoneToastMs,
    polite: options.polite ?? kind !== 'error',
  }
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
}

/** What the base layer shows now. For BaseToaster and tests. */
export const noticeStore = {
  get: () => current,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}
