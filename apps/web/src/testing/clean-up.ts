import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { sessionStore } from '../lib/session-store.ts'
import { notify } from '../ui/toast/notify.ts'

// A second, the library's own patience, is less than a busy machine takes to draw the whole app for the first time.
configure({ asyncUtilTimeout: 5_000 })

/** Import for its effect: leaves nothing of one test to the next. */
afterEach(() => {
  cleanup()
  notify.dismiss()
  sessionStore.clear()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
