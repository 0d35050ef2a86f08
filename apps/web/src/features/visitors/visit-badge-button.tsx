import { t } from '@lingui/core/macro'
import { TextInput } from '@mantine/core'
import type { Visit } from '@muster/contract/visitors.ts'
import { IconId } from '@tabler/icons-react'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { ActionIcon } from '../../ui/action-icon.tsx'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { useActForm } from '../../ui/forms/use-act-form.ts'

export function VisitBadgeButton({ visit }: { visit: Visit }) {
  const [isOpen, setOpen] = useState(false)
  const { name } = visit
  return (
    <>
      <ActionIcon
        icon={IconId}
        size={44}
        variant="default"
        aria-label={t`Badge of ${name}`}
        onClick={() => setOpen(true)}
      />
      <ResponsiveDialog opened={isOpen} onClose={() => setOpen(false)} title={t`Badge of ${name}`}>
        <BadgeForm visit={visit} onClose={() => setOpen(false)} />
      </ResponsiveDialog>
    </>
  )
}

function BadgeForm({
  visit: { id: visitId, zoneId, badge },
  onClose,
}: {
  visit: Visit
  onClose: () => void
}) {
  // A draft belongs to the badge that it changes: it never replaces one that somebody else has given since.
  const [oldBadge] = useState(badge)
  const form = useActForm({
    draft: `visit-badge ${visitId} ${oldBadge}`,
    values: () => ({ badge: oldBadge }),
    fields: 'visitors.setBadge',
    call: values => api.visitors.setBadge({ zoneId, visitId, ...values }),
    done: (_, values) => (values.badge.trim() === '' ? t`Badge removed` : t`Badge saved`),
    refused: { VISIT_BADGE_TAKEN: 'badge' },
    invalidates: [orpc.visitors.key(), orpc.badges.key()],
    onClose,
  })
  return (
    <ActForm
      form={form}
      label={t`Save`}
      workingLabel={t`Saving…`}
      failed={t`The badge couldn’t be saved. Try again.`}
    >
      <TextInput
        label={t`Badge number`}
        description={t`Exactly as the reader sends it. Visitor and badge then count as one person. Leave it empty if the badge was given back.`}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        {...form.getInputProps('badge')}
      />
    </ActForm>
  )
}
