import type { Hazard } from '@muster/contract/hazards.ts'
import { useRowKeys } from '../../ui/dialogs/use-row-keys.ts'

type Actions = {
  onAssign: (hazard: Hazard) => void
  onStatus: (hazard: Hazard) => void
  onSelect: (hazard: Hazard) => void
}

/** Single keys for people who work through many hazards: J and K move, A assigns, S changes the status, X selects. */
export function useHazardKeys(rows: readonly Hazard[] | undefined, actions: Actions | undefined): void {
  const toAct = (act: (hazard: Hazard) => void) => (hazardId: string) => {
    const hazard = rows?.find(({ id }) => id === hazardId)
    if (hazard) act(hazard)
  }
  useRowKeys(
    actions && { a: toAct(actions.onAssign), s: toAct(actions.onStatus), x: toAct(actions.onSelect) },
  )
}
