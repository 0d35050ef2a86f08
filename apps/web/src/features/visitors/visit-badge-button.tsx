import { t } from '@lingui/core/macro'
import { ActionIcon, Stack, TextInput } from '@mantine/core'
import type { Visit } from '@muster/contract/visitors.ts'
import { badgeNumberMaxLength } from '@muster/domain/badge.ts'
import { IconId } from '@tabler/icons-react'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { errorTextWithTime, hasCode } from '../../lib/error-text.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { DraftNotice } from '../../ui/forms/draft-notice.tsx'
import { FormButtons } from '../../ui/forms/form-buttons.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { useDraftForm } from '../../ui/forms/use-draft-form.ts'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'

export function VisitBadgeButton({ visit }: { visit: Visit }) {
  const [isOpen, setOpen] = useState(false)
  const { name } = visit
  return (
    <>
      <ActionIcon size={44} variant="default" aria-label={t`Badge of ${name}`} onClick={() => setOpen(true)}>
        <IconId size="1.25rem" aria-hidden />
      </ActionIcon>
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
  const { form, draft } = useDraftForm(`visit-badge ${visitId} ${oldBadge}`, () => ({ badge: oldBadge }), {})
  const save = useAct({
    call: (values: { badge: string }) => api.visitors.setBadge({ zoneId, visitId, badge: values.badge }),
    onDone: () => {
      draft.forget()
      onClose()
    },
    done: (_, values) => (values.badge.trim() === '' ? t`Badge removed` : t`Badge saved`),
    refused: [form, { VISIT_BADGE_TAKEN: 'badge' }],
    invalidates: [orpc.visitors.key(), orpc.badges.key()],
  })
  return (
    <form noValidate onSubmit={form.onSubmit(values => save.mutate(values))}>
      <Stack>
        <DraftNotice isRestored={draft.isRestored} onDiscard={draft.discard} />
        {save.error && !hasCode(save.error, 'VISIT_BADGE_TAKEN') && (
          <ProblemAlert>
            {errorTextWithTime(save.error, t`The badge couldn’t be saved. Try again.`)}
          </ProblemAlert>
        )}
        <TextInput
          label={t`Badge number`}
          description={t`Exactly as the reader sends it. Visitor and badge then count as one person. Leave it empty if the badge was given back.`}
          maxLength={badgeNumberMaxLength}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          {...form.getInputProps('badge')}
        />
      </Stack>
      <FormButtons label={t`Save`} workingLabel={t`Saving…`} working={save.isPending} onCancel={onClose} />
    </form>
  )
}
