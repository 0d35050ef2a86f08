import { t } from '@lingui/core/macro'
import { NumberInput, Switch, Textarea } from '@mantine/core'
import type { VisitorSettings } from '@muster/contract/visitors.ts'
import { posterDayMost, visitKeptDays } from '@muster/domain/visitor.ts'
import { useQuery } from '@tanstack/react-query'
import { api, orpc } from '../../lib/api.ts'
import { inDialog } from '../../ui/dialogs/in-dialog.tsx'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { useActForm } from '../../ui/forms/use-act-form.ts'
import { Loaded } from '../../ui/states/loaded.tsx'
import { generalNotice } from './visitor-words.ts'

type Props = { zone: { id: string }; onClose: () => void }

export const NoticeDialog = inDialog(NoticeSettings, { title: t`Notice and retention`, width: 560 })

function NoticeSettings({ zone: { id: zoneId }, onClose }: Props) {
  const settings = useQuery(orpc.visitors.settings.queryOptions({ input: { zoneId } }))
  if (settings.data) return <NoticeForm zoneId={zoneId} settings={settings.data} onClose={onClose} />
  return <Loaded query={settings} failure={t`Failed to load the settings`} skeleton={2} />
}

type FormProps = { zoneId: string; settings: VisitorSettings; onClose: () => void }

function NoticeForm({ zoneId, settings, onClose }: FormProps) {
  const form = useActForm({
    draft: `visitor-notice-${zoneId}`,
    values: () => ({
      notice: settings.notice,
      keptDays: settings.keptDays,
      asksBadge: settings.asksBadge ?? false,
      posterDayMost: settings.posterDayMost ?? posterDayMost.usual,
    }),
    fields: 'visitors.setSettings',
    call: ({ keptDays, posterDayMost, ...values }) =>
      api.visitors.setSettings({
        ...values,
        zoneId,
        keptDays: Number(keptDays),
        posterDayMost: Number(posterDayMost),
      }),
    done: t`Saved`,
    invalidates: [orpc.visitors.settings.key()],
    onClose,
  })
  const areDaysValid = isBetween(Number(form.values.keptDays), visitKeptDays)
  const isDayMostValid = isBetween(Number(form.values.posterDayMost), posterDayMost)
  return (
    <ActForm
      form={form}
      label={t`Save`}
      workingLabel={t`Saving…`}
      disabled={!areDaysValid || !isDayMostValid}
      failed={t`The settings couldn’t be saved. Try again.`}
    >
      <Textarea
        label={t`Notice that visitors accept`}
        description={t`Leave it empty for the general notice, which is shown in the visitor’s language.`}
        placeholder={generalNotice}
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
    </ActForm>
  )
}

const isBetween = (value: number, { least, most }: { least: number; most: number }) =>
  Number.isInteger(value) && value >= least && value <= most
