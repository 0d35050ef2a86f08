import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { NumberInput, Stack, Switch, Textarea } from '@mantine/core'
import type { VisitorSettings } from '@muster/contract/visitors.ts'
import { posterDayMost, visitKeptDays } from '@muster/domain/visitor.ts'
import { useQuery } from '@tanstack/react-query'
import { api, orpc } from '../../lib/api.ts'
import { errorTextWithTime } from '../../lib/error-text.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { DraftNotice } from '../../ui/forms/draft-notice.tsx'
import { FormButtons } from '../../ui/forms/form-buttons.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { useDraftForm } from '../../ui/forms/use-draft-form.ts'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { generalNotice } from './visitor-words.ts'

type Props = { zone: { id: string; name: string }; opened: boolean; onClose: () => void }

export function NoticeDialog({ zone, opened, onClose }: Props) {
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title={t`Notice and retention`} width={560}>
      <Loaded zoneId={zone.id} onClose={onClose} />
    </ResponsiveDialog>
  )
}

function Loaded({ zoneId, onClose }: { zoneId: string; onClose: () => void }) {
  const settings = useQuery(orpc.visitors.settings.queryOptions({ input: { zoneId } }))
  if (settings.data) return <NoticeForm zoneId={zoneId} settings={settings.data} onClose={onClose} />
  if (settings.isPending) return <ListSkeleton count={2} />
  return <ErrorState title={t`Failed to load the settings`} query={settings} />
}

type FormProps = { zoneId: string; settings: VisitorSettings; onClose: () => void }

function NoticeForm({ zoneId, settings, onClose }: FormProps) {
  const { form, draft } = useDraftForm(
    `visitor-notice-${zoneId}`,
    () => ({
      notice: settings.notice,
      keptDays: settings.keptDays,
      asksBadge: settings.asksBadge ?? false,
      posterDayMost: settings.posterDayMost ?? posterDayMost.usual,
    }),
    {},
  )
  const save = useAct({
    call: (values: typeof form.values) => api.visitors.setSettings({ zoneId, ...values }),
    onDone: () => {
      draft.forget()
      onClose()
    },
    done: t`Saved`,
    invalidates: [orpc.visitors.settings.key()],
  })
  const days = Number(form.values.keptDays)
  const dayMost = Number(form.values.posterDayMost)
  const areDaysValid = isBetween(days, visitKeptDays)
  const isDayMostValid = isBetween(dayMost, posterDayMost)
  const isValid = areDaysValid && isDayMostValid
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(values => save.mutate({ ...values, keptDays: days, posterDayMost: dayMost }))}
    >
      <Stack>
        <DraftNotice isRestored={draft.isRestored} onDiscard={draft.discard} />
        {save.error && (
          <ProblemAlert>
            {errorTextWithTime(save.error, t`The settings couldn’t be saved. Try again.`)}
          </ProblemAlert>
        )}
        <Textarea
          label={t`Notice that visitors accept`}
          description={
            <Trans>Leave it empty for the general notice, which is shown in the visitor’s language.</Trans>
          }
          placeholder={generalNotice}
          maxLength={2_000}
          autosize
          minRows={5}
          maxRows={12}
          {...form.getInputProps('notice')}
        />
        <NumberInput
          label={t`Keep visits for (days)`}
          description={t`After that, visits and the visitors’ names on rolls are deleted.`}
          min={visitKeptDays.least}
          max={visitKeptDays.most}
          allowDecimal={false}
          allowNegative={false}
          error={areDaysValid ? undefined : t`From 1 to 365`}
          {...form.getInputProps('keptDays')}
        />
        <NumberInput
          label={t`Sign-ins with the poster per day`}
          description={t`One network can use half of them. You get an alert when half are used.`}
          min={posterDayMost.least}
          max={posterDayMost.most}
          allowDecimal={false}
          allowNegative={false}
          error={isDayMostValid ? undefined : t`From 10 to 2,000`}
          {...form.getInputProps('posterDayMost')}
        />
        <Switch
          label={t`Kiosks ask for a badge number`}
          description={t`For badges that the reception gives out. Visitor and badge then count as one person.`}
          {...form.getInputProps('asksBadge', { type: 'checkbox' })}
        />
      </Stack>
      <FormButtons
        label={t`Save`}
        workingLabel={t`Saving…`}
        working={save.isPending}
        disabled={!isValid}
        onCancel={onClose}
      />
    </form>
  )
}

const isBetween = (value: number, { least, most }: { least: number; most: number }) =>
  Number.isInteger(value) && value >= least && value <= most
