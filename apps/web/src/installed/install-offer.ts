import { isIos } from '../lib/is-ios.ts'

/** The browser's install event, which not every browser sends and TypeScript's library does not declare. */
type BeforeInstallPromptEvent = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> }

/** The way to install the app here: through the browser's prompt, or by hand on iOS. */
export type InstallMethod = 'ask' | 'by hand'

const firstDayKey = 'muster.days'
const dismissedAtKey = 'muster.install-later'
/** Milliseconds without further offers after the person chose "Not now". */
const dismissalMs = 90 * 24 * 60 * 60 * 1_000

const listeners = new Set<() => void>()
let installEvent: BeforeInstallPromptEvent | undefined
let canOffer = false

const emit = () => {
  for (const listener of listeners) listener()
}

const isInstalled = () =>
  window.matchMedia('(display-mode: standalone)').matches ||
  (navigator as { standalone?: boolean }).standalone === true

/** True if the app was opened on an earlier day: only people who return are likely to install it. The first call stores the day. */
function isReturning(today = new Date().toDateString()): boolean {
  const firstDay = localStorage.getItem(firstDayKey)
  if (firstDay === null) localStorage.setItem(firstDayKey, today)
  return firstDay !== null && firstDay !== today
}

const isDismissed = () => Date.now() - Number(localStorage.getItem(dismissedAtKey) ?? 0) < dismissalMs

/** Listens for the browser's install event. Call it once, before the first page. */
export function watchInstallOffer() {
  canOffer = isReturning()
  window.addEventListener('beforeinstallprompt', promptEvent => {
    // Suppress the browser's prompt, so that it can be shown at a better moment.
    promptEvent.preventDefault()
    installEvent = promptEvent as BeforeInstallPromptEvent
    emit()
  })
  window.addEventListener('appinstalled', () => {
    installEvent = undefined
    emit()
  })
}

export const installOffer = {
  /** Returns how the app can be installed, for the settings; undefined if it cannot. */
  way(): InstallMethod | undefined {
    if (isInstalled()) return undefined
    if (installEvent) return 'ask'
    return isIos() ? 'by hand' : undefined
  },
  /** Undefined unless the person has returned or just used the app, and has not dismissed the offer within the last 90 days. */
  wayNow: (): InstallMethod | undefined => (canOffer && !isDismissed() ? installOffer.way() : undefined),
  /** Records that the person has used the app for its purpose. */
  welcome() {
    if (canOffer) return
    canOffer = true
    emit()
  },
  async ask() {
    await installEvent?.prompt()
    installEvent = undefined
    emit()
  },
  later() {
    localStorage.setItem(dismissedAtKey, String(Date.now()))
    emit()
  },
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
