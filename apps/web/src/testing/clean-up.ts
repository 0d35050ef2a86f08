import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { sessionStore } from '../lib/session-store.ts'
import { outbox } from '../offline/device-outbox.ts'
import { notify } from '../ui/toast/notify.ts'

// A second, the library's own patience, is less than a busy machine takes to draw the whole app for the first time.
configure({ asyncUtilTimeout: 5_000 })

/** Runs in front of every DOM test file: leaves nothing of one test, or of one file, to the next. */
afterEach(async () => {
  cleanup()
  await outbox.clear()
  notify.dismiss()
  forgetSession()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** As in a browser that never had a session: its end is neither a surprise nor on purpose. */
function forgetSession() {
  sessionStore.set({ token: 'none', expiresAt: '' })
  sessionStore.expire('none')
}
