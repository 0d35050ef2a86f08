/** The browser's own offer to install, which not every browser makes; the types of the library do not have it. */
type InstallEvent = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> }

/** How the app can be installed here: by the browser's own question, or on iOS by hand. */
export type InstallWay = 'ask' | 'by hand'

const dayKey = 'muster.days'
const laterKey = 'muster.install-later'
/** After "Not now" nobody is asked again for so long, in milliseconds. */
const restMs = 90 * 24 * 60 * 60 * 1_000

const listeners = new Set<() => void>()
let event: InstallEvent | undefined
let isWelcome = false

const emit = () => {
  for (const listener of listeners) listener()
}

const isInstalled = () =>
  window.matchMedia('(display-mode: standalone)').matches ||
  (navigator as { standalone?: boolean }).standalone === true

const isIos = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

/** Whether it was opened on another day before: somebody who comes back may want it at hand. */
function isBack(today = new Date().toDateString()): boolean {
  const first = localStorage.getItem(dayKey)
  if (first === null) localStorage.setItem(dayKey, today)
  return first !== null && first !== today
}

const isResting = () => Date.now() - Number(localStorage.getItem(laterKey) ?? 0) < restMs

/** Listens for the browser's offer. Once, before the first page. */
export function watchInstallOffer() {
  isWelcome = isBack()
  window.addEventListener('beforeinstallprompt', given => {
    // Shown at a moment of our own.
    given.preventDefault()
    event = given as InstallEvent
    emit()
  })
  window.addEventListener('appinstalled', () => {
    event = undefined
    emit()
  })
}

/** Whether and how the app can be installed. */
export const installOffer = {
  /** The way there is at all; for the settings. */
  way(): InstallWay | undefined {
    if (isInstalled()) return undefined
    if (event) return 'ask'
    return isIos() ? 'by hand' : undefined
  },
  /** The same at a moment when it is worth saying: to somebody who comes back another day, or has just used it, and has not put it off. */
  wayNow: (): InstallWay | undefined => (isWelcome && !isResting() ? installOffer.way() : undefined),
  /** Somebody has used the app for what it is for. */
  welcome() {
    if (isWelcome) return
    isWelcome = true
    emit()
  },
  async ask() {
    await event?.prompt()
    event = undefined
    emit()
  },
  later() {
    localStorage.setItem(laterKey, String(Date.now()))
    emit()
  },
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
