import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { sessionStore } from '../lib/session-store.ts'
import { notify } from '../ui/toast/notify.ts'

// What appears is waited for as long as a busy machine may need.
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
