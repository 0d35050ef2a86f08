import { t } from '@lingui/core/macro'
import { Checkbox, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import type { EmergencyPlan } from '@muster/contract/emergency-plans.ts'
import { callsPeopleInside, emergencyKinds } from '@muster/domain/emergency.ts'
import {
  askAgainChoices,
  contactDelayChoices,
  type PlanAudience,
  type PlanText,
  planAudiences,
} from '@muster/domain/emergency-plan.ts'
import { limits } from '@muster/domain/limits.ts'
import { hashKey, useQuery } from '@tanstack/react-query'
import { api, orpc } from '../../lib/api.ts'
import { listTextLanguages } from '../../lib/text-languages.ts'
import { kindLabels } from '../../ui/alarm/kind-words.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { MultiSelect, Select } from '../../ui/forms/select.tsx'
import { useActForm } from '../../ui/forms/use-act-form.ts'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { ContactPicker } from './contact-picker.tsx'
import { NeutralAnswersField } from './neutral-answers-field.tsx'
import { PlanTranslations } from './plan-translations.tsx'
import { neverValue, toContent, toValues } from './plan-values.ts'
import { minutesText } from './plan-words.ts'

type Props = {
  zoneId: string
  /** The plan to change, which may be a default one, or undefined for a new one. */
  plan: EmergencyPlan | undefined
  onClose: () => void
}

export function PlanDialog(props: Props) {
  return (
    <ResponsiveDialog opened onClose={props.onClose} title={props.plan ? t`Change plan` : t`Add plan`}>
      <PlanForm {...props} />
    </ResponsiveDialog>
  )
}

const otherLanguage = 'other'
const languageChoices = [...listTextLanguages(), { value: otherLanguage, label: t`Another language` }]

const audienceLabels: Readonly<Record<PlanAudience, string>> = {
  expected: t`People expected by their shift who haven’t been seen`,
  members: t`All members of the zone, wherever they are`,
}

function PlanForm({ zoneId, plan, onClose }: Props) {
  const points = useQuery(orpc.emergencies.points.queryOptions({ input: { zoneId } }))
  const { plans } = useQuery(orpc.emergencyPlans.list.queryOptions({ input: { zoneId } })).data ?? {}
  const current = plans?.find(it => it.id === plan?.id)
  // The list is read again when somebody saves a plan, and after a refusal.
  const isOtherVersion = (changedAt: string | null) =>
    Boolean(plan?.id && plans && current?.changedAt !== changedAt)
  const form = useActForm({
    draft: `emergency-plan-${zoneId}-${plan ? (plan.id ?? plan.kind) : 'new'}`,
    values: () => toValues(plan),
    fields: 'emergencyPlans.save',
    validate: {
      name: name => (name.trim() === '' ? t`Name is required` : null),
      neutral: findAnswerProblem,
      contacts: (contacts, { tellAfter }) =>
        tellAfter !== neverValue && contacts.length === 0 ? t`Choose at least one person` : null,
    },
    call: values =>
      api.emergencyPlans.save({
        zoneId,
        emergencyPlanId: plan?.id ?? values.requestId,
        expectedChangedAt: (isOtherVersion(values.changedAt) ? current : values)?.changedAt ?? undefined,
        ...toContent(values),
      }),
    done: t`Plan saved`,
    invalidates: [orpc.emergencyPlans.list.key()],
    refused: {
      EMERGENCY_PLAN_NAME_TAKEN: 'name',
      EMERGENCY_CONTACT_NOT_FOUND: 'contacts',
      ASSEMBLY_POINT_NOT_FOUND: 'pointNames',
    },
    onClose,
  })
  // After a save whose response was lost, the other version is this one.
  const isOutdated =
    isOtherVersion(form.values.changedAt) &&
    !(current && hashKey([toContent(toValues(current))]) === hashKey([toContent(form.values)]))
  const { kind, tellAfter, pointNames } = form.values
  const listedPoints = [...new Set([...(points.data?.points ?? []).map(it => it.name), ...pointNames])]
  return (
    <ActForm
      form={form}
      label={t`Save`}
      workingLabel={t`Saving…`}
      failed={isOutdated ? undefined : t`The plan couldn’t be saved. Try again.`}
    >
      {isOutdated && !form.act.isSuccess && (
        <ProblemAlert>
          {current
            ? t`Someone else has changed this plan since you began. Save replaces their version with yours; Cancel keeps theirs.`
            : t`Someone else has deleted this plan since you began. Save adds it again.`}
        </ProblemAlert>
      )}
      <TextInput label={t`Name`} placeholder={t`Gas leak`} {...form.getInputProps('name')} data-autofocus />
      <Select
        label={t`What people should do`}
        data={emergencyKinds.map(value => ({ value, label: kindLabels[value] }))}
        allowDeselect={false}
        {...form.getInputProps('kind')}
      />
      <Switch
        size="md"
        label={t`Use this plan first`}
        description={t`Calls of this kind use this plan unless another is chosen. If no plan is marked, the default plan is used.`}
        {...form.getInputProps('usedFirst', { type: 'checkbox' })}
      />
      <Select
        label={t`Language of the texts`}
        data={languageChoices}
        value={form.values.language ?? otherLanguage}
        onChange={value => form.setFieldValue('language', value === otherLanguage ? null : value)}
        allowDeselect={false}
        searchable
        nothingFoundMessage={t`No results`}
      />
      <Textarea
        label={t`Text`}
        description={t`For everyone who reads a language without a translation.`}
        placeholder={t`Meet at the north gate.`}
        maxLength={500}
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('text')}
      />
      <TextInput
        label={t`Words for “I’m safe” (optional)`}
        placeholder={t`I’m safe`}
        maxLength={40}
        {...form.getInputProps('safe')}
      />
      <TextInput
        label={t`Words for “I need help” (optional)`}
        placeholder={t`I need help`}
        maxLength={40}
        {...form.getInputProps('help')}
      />
      <NeutralAnswersField
        value={form.values.neutral}
        onChange={neutral => form.setFieldValue('neutral', neutral)}
        error={form.errors.neutral as string | undefined}
      />
      <PlanTranslations
        language={form.values.language}
        originals={{ text: form.values.text, safe: form.values.safe, help: form.values.help }}
        value={form.values.translations}
        onChange={translations => form.setFieldValue('translations', translations)}
        neutral={form.values.neutral}
        onNeutralChange={neutral => form.setFieldValue('neutral', neutral)}
      />
      {callsPeopleInside(kind) && (
        <Checkbox.Group
          label={t`Besides those inside and not seen lately, call`}
          description={t`Visitors who are signed in are always on the list.`}
          {...form.getInputProps('audience')}
        >
          <Stack gap={4} mt={4}>
            {planAudiences.map(value => (
              <Checkbox key={value} value={value} size="md" py={8} label={audienceLabels[value]} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      {kind === 'evacuate' && listedPoints.length > 0 && (
        <MultiSelect
          label={t`Assembly points`}
          description={t`Without a choice, people are sent to all of them.`}
          placeholder={pointNames.length === 0 ? t`All` : ''}
          data={listedPoints}
          {...form.getInputProps('pointNames')}
        />
      )}
      <Select
        label={t`Ask again`}
        description={t`Asks only people who are still missing, until the all clear, up to 20 times.`}
        data={[
          { value: neverValue, label: t`Never` },
          ...askAgainChoices.map(minutes => {
            const span = minutesText(minutes)
            return { value: String(minutes), label: t`Every ${span}` }
          }),
        ]}
        allowDeselect={false}
        {...form.getInputProps('askAgain')}
      />
      <Select
        label={t`If people are still missing`}
        data={[
          { value: neverValue, label: t`Tell nobody` },
          ...contactDelayChoices.map(minutes => {
            const span = minutesText(minutes)
            return { value: String(minutes), label: t`Tell others after ${span}` }
          }),
        ]}
        allowDeselect={false}
        {...form.getInputProps('tellAfter')}
      />
      {tellAfter !== neverValue && (
        <ContactPicker
          zoneId={zoneId}
          value={form.values.contacts}
          onChange={contacts => form.setFieldValue('contacts', contacts)}
          maxValues={limits.emergencyContactsMost}
          error={form.errors.contacts as string | undefined}
        />
      )}
      <Text c="dimmed">
        {t`An emergency that is already open keeps the plan as it was when it was declared.`}
      </Text>
    </ActForm>
  )
}

/** What keeps further answers from being saved; null if nothing does. */
function findAnswerProblem(answers: readonly PlanText[]): string | null {
  const words = answers.map(it => it.text.trim())
  if (answers.some((it, index) => words[index] === '' && Object.values(it.texts).some(text => text?.trim())))
    return t`Enter the answer`
  const filled = words.filter(it => it !== '')
  return new Set(filled).size < filled.length ? t`Each answer must be different` : null
}
