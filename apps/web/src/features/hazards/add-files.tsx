import { t } from '@lingui/core/macro'
import { Button, Stack } from '@mantine/core'
import type { HazardDetail } from '@muster/contract/hazards.ts'
import { orpc } from '../../lib/api.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { FilePicker, useUploads } from '../files/public.ts'
import { createFileSender } from './use-report-hazard.ts'

const texts = { tooLarge: t`All files must be less than 10MB`, failed: t`The file couldn’t be sent.` }

export function AddFiles({ hazard, most }: { hazard: Pick<HazardDetail, 'id' | 'zoneId'>; most: number }) {
  const uploads = useUploads({ most, ...texts })
  const send = useAct({
    call: () => uploads.sendAll(createFileSender(hazard.zoneId, hazard.id)),
    onDone: result => {
      if (result !== 'sent') return
      for (const { id } of uploads.items) uploads.remove(id)
    },
    failed: t`The files couldn’t be sent. Try again.`,
    invalidates: [orpc.hazards.key()],
  })
  const hasUnsentFiles = uploads.items.some(({ state }) => state === 'waiting' || state === 'failed')
  return (
    <Stack gap="xs">
      <FilePicker
        label={t`Add files`}
        help={t`Images, video, PDF, Word or Excel, up to 10 MB each. Photos are resized and their location data is removed.`}
        uploads={uploads}
        most={most}
        disabled={send.isPending}
        onRetry={() => send.mutate()}
      />
      {hasUnsentFiles && (
        <Button onClick={() => send.mutate()} loading={send.isPending} style={{ alignSelf: 'flex-start' }}>
          {t`Attach`}
        </Button>
      )}
    </Stack>
  )
}
