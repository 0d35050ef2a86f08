import { useState } from 'react'
import type { AppSetup } from './app-setup.ts'

/** Call it outside the dialog, which remounts when a phone is rotated: codes that are shown only once must survive that. */
export function useSetUp() {
  const [setup, setSetup] = useState<AppSetup>()
  const [codes, setCodes] = useState<readonly string[]>()
  return {
    setup,
    codes,
    begin: setSetup,
    show: setCodes,
    reset() {
      setSetup(undefined)
      setCodes(undefined)
    },
  }
}
export type SetUpFlow = ReturnType<typeof useSetUp>
