import { limits } from '@muster/domain/limits.ts'
import type { toast } from 'sonner'
import { bringToFront, noticeStore } from './notify.ts'

type Options = {
  text?: string
  /** Duration in milliseconds; 4000 by default, 5000 for a new alert. */
  durationMs?: number
  /** A button for the next step: "View". */
  action?: { label: string; run: () => void }
  /** Replaces the visible toast with the same id. */
  id?: string
}

/** Maximum number of characters that fit on one line of a phone beside a button. */
const longTitleLength = 28

type Toast = typeof toast
/** The library's toasts, once their container has loaded (notice-toaster.tsx). */
let shownToast: Toast | undefined
/** The notice to show as soon as it has. */
let earlyToasts: ((toast: Toast) => void)[] = []

/** Shows the toasts that came before their container, and from now on all others at once. */
export function connectToasts(next: Toast): void {
  shownToast = next
  for (const showEarly of earlyToasts.splice(0)) showEarly(next)
}

function withToast(run: (toast: Toast) => void): void {
  if (shownToast) run(shownToast)
  else earlyToasts.push(run)
}

let lastId = 0
/** Functions that cancel the queued toasts. */
const pendingCancels = new Set<() => void>()

/** Returns true below 1024 px, where both layers are shown in the same place. */
const isLayerShared = () => window.matchMedia('(max-width: 1023.98px)').matches

/** If both layers share one place, waits until the base layer's toast has been shown for long enough. */
function showAfterActionToast(show: () => void): void {
  const remainingMs = limits.zoneToastMs - noticeStore.age()
  if (!noticeStore.get() || remainingMs <= 0 || !isLayerShared()) {
    show()
    return
  }
  const cancel = () => {
    clearTimeout(timer)
    unsubscribe()
    pendingCancels.delete(cancel)
  }
  const retry = () => {
    cancel()
    showAfterActionToast(show)
  }
  const timer = setTimeout(retry, remainingMs)
  const unsubscribe = noticeStore.subscribe(retry)
  pendingCancels.add(cancel)
}

function show(kind: 'message' | 'success' | 'error', title: string, options: Options = {}): string {
  lastId += 1
  const id = options.id ?? `notice-${lastId}`
  showAfterActionToast(() => {
    bringToFront('news')
    withToast(toast =>
      toast[kind](title, {
        id,
        testId: id,
        className: options.text && title.length > longTitleLength ? 'notice-long' : undefined,
        description: options.text,
        duration: options.durationMs,
        action: options.action && { label: options.action.label, onClick: options.action.run },
      }),
    )
  })
  return id
}

/** The second layer, for events in the background (notify.ts explains the layers). Each function returns the toast's id. */
export const noticeLayer = {
  message: (title: string, options?: Options) => show('message', title, options),
  success: (title: string, options?: Options) => show('success', title, options),
  error: (title: string, options?: Options) => show('error', title, options),
  /** Drops the queued toasts. Call it when the session has ended. */
  forgetWaiting() {
    for (const cancel of [...pendingCancels]) cancel()
    earlyToasts = []
  },
}
