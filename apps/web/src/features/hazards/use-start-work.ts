import { t } from '@lingui/core/macro'
import type { Hazard } from '@muster/contract/hazards.ts'
import type { HazardStatus } from '@muster/domain/hazard.ts'
import { api, orpc } from '../../lib/api.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { undoable } from '../../ui/toast/notify-undoable.ts'
import { statusChangedText } from './status-dialog.tsx'

type Step = { hazard: Hazard; from: HazardStatus; to: HazardStatus }

/** Returns a function that starts work on an open hazard without asking; its toast takes the step back. */
export function useStartWork(): (hazard: Hazard) => void {
  const setStatus = useAct({
    call: ({ hazard: { zoneId, id: hazardId }, from, to }: Step) =>
      api.hazards.setStatus({ zoneId, hazardId, from, to, note: '' }),
    done: (_, { hazard, from, to }) => [
      statusChangedText(to),
      hazard.title,
      to === 'in_progress' ? undoable(() => setStatus.mutate({ hazard, from: to, to: from })) : undefined,
    ],
    failed: t`The status couldn’t be changed. Try again.`,
    invalidates: [orpc.hazards.key()],
  })
  return hazard => setStatus.mutate({ hazard, from: 'open', to: 'in_progress' })
}
