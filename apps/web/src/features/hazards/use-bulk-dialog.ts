import type { Hazard } from '@muster/contract/hazards.ts'
import { useState } from 'react'

export type BulkDialog = 'assign' | 'due' | 'close'

/** The hazards stay those selected when it opened, while the list changes or the selection is cleared. */
export function useBulkDialog() {
  const [{ dialog, hazards }, setState] = useState<{
    dialog: BulkDialog | undefined
    hazards: readonly Hazard[]
  }>({ dialog: undefined, hazards: [] })
  return {
    dialog,
    hazards,
    open: (nextDialog: BulkDialog, selected: readonly Hazard[]) =>
      setState({ dialog: nextDialog, hazards: selected }),
    // The hazards stay, because the dialog shows their number until it has faded out.
    close: () => setState({ dialog: undefined, hazards }),
  }
}
