import { select, t } from '@lingui/core/macro'
import { Button, Group, Textarea } from '@mantine/core'
import type { HazardDetail } from '@muster/contract/hazards.ts'
import type { HazardStatus } from '@muster/domain/hazard.ts'
import { limits } from '@muster/domain/limits.ts'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { statusWords, stepWords } from './hazard-words.ts'

/** The status changes that this person may make, each with an optional note. */
export function HazardActs({ hazard }: { hazard: HazardDetail }) {
  const [to, setTo] = useState<HazardStatus>()
  const [note, setNote] = useState('')
  const { maySet, status, zoneId, id: hazardId } = hazard
  if (maySet.length === 0) return null
  const close = () => {
    setTo(undefined)
    setNote('')
  }
  return (
    <Group gap="xs">
      {maySet.map((step, place) => (
        <Button key={step} variant={place === 0 ? 'filled' : 'default'} onClick={() => setTo(step)}>
          {stepWords[step]}
        </Button>
      ))}
      <ConfirmDialog
        opened={to !== undefined}
        onClose={close}
        title={to ? t`${{ action: stepWords[to] }}?` : ''}
        confirmLabel={to ? stepWords[to] : ''}
        workingLabel={t`Saving…`}
        destructive={false}
        proof={
          <Textarea
            label={t`Note`}
            description={t`Explain what was done or why. Everyone who can see the notification can read this.`}
            autosize
            minRows={2}
            maxRows={6}
            maxLength={limits.messageMaxLength}
            value={note}
            onChange={event => setNote(event.currentTarget.value)}
          />
        }
        onConfirm={async () => {
          if (to) await api.hazards.setStatus({ zoneId, hazardId, from: status, to, note: note.trim() })
        }}
        failure={t`The status couldn’t be changed. Try again.`}
        done={to && changedText(to)}
        invalidates={[orpc.hazards.key()]}
      >
        {to &&
          t`The status of “${{ title: hazard.title }}” will change from ${{ from: statusWords[status] }} to ${{ to: statusWords[to] }}.`}
      </ConfirmDialog>
    </Group>
  )
}

const changedText = (status: HazardStatus): string =>
  t`${select(status, {
    open: 'Notification is open',
    in_progress: 'Notification is in progress',
    resolved: 'Notification is resolved',
    other: 'Notification is closed',
  })}`
