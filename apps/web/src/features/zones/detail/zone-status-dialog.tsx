import { t } from '@lingui/core/macro'
import { Radio, Stack } from '@mantine/core'
import type { ListedZone } from '@muster/contract/zones.ts'
import { type ZoneStatus, zoneStatuses } from '@muster/domain/zone.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, orpc } from '../../../lib/api.ts'
import { inDialog } from '../../../ui/dialogs/in-dialog.tsx'
import { ActForm } from '../../../ui/forms/act-form.tsx'
import { useAct } from '../../../ui/forms/use-act.ts'

type Props = { zone: ListedZone; onClose: () => void }

const statusTexts: Record<ZoneStatus, { label: string; effect: string; done: (name: string) => string }> = {
  active: {
    label: t`Active`,
    effect: t`Members can see the zone and check their position.`,
    done: name => t`${name} is now active.`,
  },
  pending: {
    label: t`Pending`,
    effect: t`Members can’t see the zone yet, and positions aren’t checked.`,
    done: name => t`${name} is now pending.`,
  },
  suspended: {
    label: t`Suspended`,
    effect: t`Members lose access to the zone immediately. Nothing is deleted.`,
    done: name => t`${name} is now suspended.`,
  },
}
const failureText = t`The status couldn’t be changed. Try again.`

export const ZoneStatusDialog = inDialog(StatusForm, { title: ({ zone: { name } }) => t`Status of ${name}` })

function StatusForm({ zone, onClose }: Props) {
  const client = useQueryClient()
  const [status, setStatus] = useState(zone.status)
  const save = useAct({
    call: () => api.zones.setStatus({ zoneId: zone.id, status }),
    onDone: savedZone => {
      client.setQueryData(orpc.zones.get.queryKey({ input: { zoneId: zone.id } }), savedZone)
      onClose()
    },
    done: ({ name }) => [t`Zone updated successfully`, statusTexts[status].done(name)],
    invalidatesUnlessLive: [orpc.zones.key()],
    failed: failureText,
  })
  return (
    <ActForm
      form={{ act: save, onClose }}
      label={t`Set status`}
      workingLabel={t`Setting…`}
      disabled={status === zone.status}
      failed={failureText}
    >
      <Radio.Group
        label={t`Status`}
        value={status}
        onChange={value => setStatus(zoneStatuses.find(it => it === value) ?? status)}
      >
        <Stack gap="sm" mt="xs">
          {zoneStatuses.map(value => (
            <Radio
              key={value}
              value={value}
              label={statusTexts[value].label}
              description={statusTexts[value].effect}
            />
          ))}
        </Stack>
      </Radio.Group>
    </ActForm>
  )
}
