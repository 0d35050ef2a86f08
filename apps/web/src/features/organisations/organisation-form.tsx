import { t } from '@lingui/core/macro'
import { Checkbox, NumberInput, SimpleGrid, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { Organisation } from '@muster/contract/organisations.ts'
import { type Language, sourceLanguage } from '@muster/domain/language.ts'
import { isDialable } from '@muster/domain/sign-up.ts'
import { useMemo } from 'react'
import { Select } from '../../ui/forms/select.tsx'
import { LanguageSelect } from '../../ui/language/language-select.tsx'
import { listTimeZones } from './organisation-words.ts'

export type FactsDraft = {
  name: string
  contactName: string
  contactEmail: string
  contactPhone: string
  timeZone: string | null
  language: Language
}
export type LimitsDraft = {
  maxZones: number | string
  maxPeople: number | string
  zonesNeedApproval: boolean
}

export const toFactsDraft = (it?: Organisation): FactsDraft => ({
  name: it?.name ?? '',
  contactName: it?.contactName ?? '',
  contactEmail: it?.contactEmail ?? '',
  contactPhone: it?.contactPhone ?? '',
  timeZone: it?.timeZone ?? null,
  language: it?.language ?? sourceLanguage,
})
export const toLimitsDraft = (it?: Organisation): LimitsDraft => ({
  maxZones: it?.maxZones ?? '',
  maxPeople: it?.maxPeople ?? '',
  zonesNeedApproval: it?.zonesNeedApproval ?? false,
})

export const factsRules = {
  name: (it: string) => (it.trim() ? null : t`Name is required`),
  contactEmail: (it: string) =>
    it.trim() === '' || /^[^\s@]+@[^\s@]+$/.test(it.trim()) ? null : t`Enter an email address`,
  contactPhone: (it: string) =>
    it.trim() === '' || isDialable(it) ? null : t`Please enter a valid phone number`,
}
const validateAtLeastOne = (it: number | string) =>
  it === '' || Number(it) >= 1 ? null : t`Enter at least 1`
export const limitsRules = { maxZones: validateAtLeastOne, maxPeople: validateAtLeastOne }

/** Converts the limits to the server's format; a blank field means unlimited. */
export const toLimitsInput = ({ maxZones, maxPeople, zonesNeedApproval }: LimitsDraft) => ({
  maxZones: maxZones === '' ? null : Math.round(Number(maxZones)),
  maxPeople: maxPeople === '' ? null : Math.round(Number(maxPeople)),
  zonesNeedApproval,
})

export function FactsFields({ form }: { form: Pick<UseFormReturnType<FactsDraft>, 'getInputProps'> }) {
  const timeZones = useMemo(listTimeZones, [])
  return (
    <>
      <TextInput
        label={t`Name`}
        required
        maxLength={120}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t`Contact name`}
        maxLength={120}
        autoComplete="off"
        {...form.getInputProps('contactName')}
      />
      <SimpleGrid minColWidth="min(100%, 200px)" autoFlow="auto-fit">
        <TextInput
          label={t`Contact email`}
          type="email"
          maxLength={254}
          autoComplete="off"
          {...form.getInputProps('contactEmail')}
        />
        <TextInput
          label={t`Contact phone`}
          type="tel"
          maxLength={40}
          autoComplete="off"
          {...form.getInputProps('contactPhone')}
        />
      </SimpleGrid>
      <Select
        label={t`Time zone`}
        description={t`Days and reports start at midnight in this time zone. Leave empty to use the default.`}
        data={timeZones}
        searchable
        clearable
        limit={50}
        nothingFoundMessage={t`No time zones match`}
        {...form.getInputProps('timeZone')}
      />
      <LanguageSelect
        label={t`Default language`}
        description={t`For alerts and emails to people who haven’t chosen a language, and for the app on their devices.`}
        {...form.getInputProps('language')}
      />
    </>
  )
}

export function LimitsFields({ form }: { form: Pick<UseFormReturnType<LimitsDraft>, 'getInputProps'> }) {
  return (
    <>
      <SimpleGrid minColWidth="min(100%, 200px)" autoFlow="auto-fit">
        <NumberInput
          label={t`Maximum zones`}
          description={t`Leave empty for no limit.`}
          allowDecimal={false}
          hideControls
          {...form.getInputProps('maxZones')}
        />
        <NumberInput
          label={t`Maximum people`}
          description={t`Leave empty for no limit.`}
          allowDecimal={false}
          hideControls
          {...form.getInputProps('maxPeople')}
        />
      </SimpleGrid>
      <Checkbox
        label={t`New zones need approval`}
        description={t`Client admins request new zones, and an administrator approves them.`}
        {...form.getInputProps('zonesNeedApproval', { type: 'checkbox' })}
      />
    </>
  )
}
