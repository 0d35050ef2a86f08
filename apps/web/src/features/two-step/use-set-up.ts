import { useState } from 'react'
import type { AppSetup } from './app-setup.ts'

/**
 * Tracks the progress of the setup. Call it outside the dialog, which remounts when a phone is rotated: codes that are shown only
 * once must survive that.
 */
export function useSetUp() {
  const [setup, begin] = useState<AppSetup>()
  const [codes, show] = useState<readonly string[]>()
  return {
    setup,
    codes,
    begin,
    show,
    reset() {
      begin(undefined)
      show(undefined)
    },
  }
}
export type SetUp = ReturnType<typeof useSetUp>
