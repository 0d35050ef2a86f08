import { cleanup, configure } from '@testing-library/react'
import * as React from 'react'
import { toast } from 'sonner'
import { afterEach, vi } from 'vitest'
import { connectionStore } from '../lib/connection-store.ts'
import { feedStart } from '../lib/feed-start.ts'
import { sessionStore } from '../lib/session-store.ts'
import { outbox } from '../offline/device-outbox.ts'
import { notify } from '../ui/toast/notify.ts'
import { makeQueriesCheap } from './cheap-queries.ts'
import { makeTypingCheap } from './cheap-typing.ts'
import { rejectPending } from './fake-server.ts'

// The library's default of a second is too short for a busy machine to render the whole app for the first time.
configure({ asyncUtilTimeout: 15_000 })
makeQueriesCheap()
makeTypingCheap()

// An autosizing text field waits for fonts to measure itself again. This DOM has no fonts, so they are faked.
if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: new EventTarget() })

// React records a stack for each element it creates. Without these stacks, which only add a line to its warnings, tests save an
// eighth of the time.
Object.defineProperty(
  Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'),
  'recentlyCreatedOwnerStacks',
  { get: () => Number.POSITIVE_INFINITY, set: () => undefined, configurable: true },
)

/** Runs after every DOM test, and prevents state from leaking between tests and files. */
afterEach(async () => {
  // Storage answers in timers, so a test's fake ones would keep the rest of this from ending.
  vi.useRealTimers()
  cleanup()
  rejectPending()
  await outbox.clear()
  notify.dismiss()
  // A pending toast would appear in the next test.
  toast.dismiss()
  connectionStore.set('idle')
  feedStart.end('')
  resetSession()
  restoreLocation()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

declare global {
  interface Window {
    /** The external controls of the test DOM. */
    happyDOM?: { setURL(url: string): void; setViewport(size: { width: number }): void }
  }
}

/**
 * Restores the page's URL. Clicking a phone or file link navigates this DOM away, after which relative server URLs cannot be
 * resolved.
 */
function restoreLocation(): void {
  if (!location.href.startsWith('http')) window.happyDOM?.setURL('http://localhost:3000/')
}

/** Resets the session store to its state in a fresh browser, in which no session has ended, expectedly or unexpectedly. */
function resetSession() {
  sessionStore.set({ token: 'none', expiresAt: '' })
  sessionStore.expire('none')
}
