import { t } from '@lingui/core/macro'
import { Button, Group } from '@mantine/core'
import type { HazardDetail } from '@muster/contract/hazards.ts'
import type { HazardStatus } from '@muster/domain/hazard.ts'
import { useState } from 'react'
import { stepLabels } from './hazard-words.ts'
import { StatusDialog } from './status-dialog.tsx'

/** Only a manager gets a main button: reporters can only close, which they rarely come for. The owner of a finding gets "Done". */
export function HazardActs({ hazard }: { hazard: HazardDetail }) {
  const [targetStatus, setTargetStatus] = useState<HazardStatus>()
  const { maySet, mayManage } = hazard
  if (maySet.length === 0) return null
  const isOwnFinding = hazard.finding !== null && !mayManage && maySet.includes('resolved')
  const labels = isOwnFinding ? { ...stepLabels, resolved: t`Done` } : stepLabels
  return (
    <Group gap="xs">
      {maySet.map((step, index) => (
        <Button
          key={step}
          variant={(isOwnFinding ? step === 'resolved' : mayManage && index === 0) ? 'filled' : 'default'}
          onClick={() => setTargetStatus(step)}
        >
          {labels[step]}
        </Button>
      ))}
      <StatusDialog
        hazard={hazard}
        target={targetStatus}
        labels={labels}
        onClose={() => setTargetStatus(undefined)}
      />
    </Group>
  )
}
