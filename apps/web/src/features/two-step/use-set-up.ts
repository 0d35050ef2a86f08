import { useState } from 'react'
import type { AppSetup } from './app-setup.ts'

/**
 * How far setting up has come. Held around the dialog, which is made anew when a phone is turned: what is shown once must not
 * go with it.
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
