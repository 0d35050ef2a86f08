import { cleanup, configure } from '@testing-library/react'
import * as React from 'react'
import { toast } from 'sonner'
import { afterEach, vi } from 'vitest'
import { connectionStore } from '../lib/connection-store.ts'
import { sessionStore } from '../lib/session-store.ts'
import { outbox } from '../offline/device-outbox.ts'
import { notify } from '../ui/toast/notify.ts'
import { endSilence } from './fake-server.ts'

// A second, the library's own patience, is less than a busy machine takes to draw the whole app for the first time.
configure({ asyncUtilTimeout: 15_000 })

// A text field that grows measures itself again once fonts are loaded; this DOM knows no fonts.
if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: new EventTarget() })

// React notes for each element where it was made, by the stack of an error: an eighth of the time, for a line in its warnings.
Object.defineProperty(
  Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'),
  'recentlyCreatedOwnerStacks',
  { get: () => Number.POSITIVE_INFINITY, set: () => undefined, configurable: true },
)

/** Runs in front of every DOM test file: leaves nothing of one test, or of one file, to the next. */
afterEach(async () => {
  cleanup()
  endSilence()
  await outbox.clear()
  notify.dismiss()
  // A notice waits for whoever shows notices next.
  toast.dismiss()
  connectionStore.set('idle')
  forgetSession()
  comeHome()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

declare global {
  interface Window {
    /** What steers the DOM of the tests from outside. */
    happyDOM?: { setURL(url: string): void }
  }
}

/** A link to a number or a file that was clicked leads this DOM away, and from there no address of the server can be made. */
function comeHome(): void {
  if (!location.href.startsWith('http')) window.happyDOM?.setURL('http://localhost:3000/')
}

/** As in a browser that never had a session: its end is neither a surprise nor on purpose. */
function forgetSession() {
  sessionStore.set({ token: 'none', expiresAt: '' })
  sessionStore.expire('none')
}
