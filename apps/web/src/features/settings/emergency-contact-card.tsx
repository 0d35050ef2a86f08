import { t } from '@lingui/core/macro'
import { SimpleGrid, TextInput } from '@mantine/core'
import type { Profile } from '@muster/contract/auth.ts'
import { isDialable } from '@muster/domain/sign-up.ts'
import { type FormEvent, useState } from 'react'
import { useDraft } from '../../lib/drafts/use-draft.ts'
import { FailedAct } from '../../ui/forms/failed-act.tsx'
import { focusFirstMarked } from '../../ui/forms/focus-marked.ts'
import { Form } from '../../ui/forms/form.tsx'
import { SaveButtons } from './save-buttons.tsx'
import { SettingsCard } from './settings-card.tsx'
import { profileFailureText, useSaveProfile } from './use-save-profile.ts'

const phoneProblem = (phone: string) =>
  phone.trim() === '' || isDialable(phone) ? undefined : t`Please enter a valid phone number`

/** The person to call in an emergency. Saving empty fields removes their values. */
export function EmergencyContactCard({ profile }: { profile: Profile }) {
  const { name, phone, relationship } = profile.emergencyContact
  const draft = useDraft('emergency', profile.id, {
    name: name ?? '',
    phone: phone ?? '',
    relationship: relationship ?? '',
  })
  const [hasSubmitted, setHasSubmitted] = useState(false)
  const save = useSaveProfile(t`Your zone managers can see who to call in an emergency.`, draft.settle)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setHasSubmitted(true)
    if (phoneProblem(draft.values.phone)) return focusFirstMarked(event.currentTarget)
    if (save.isPending) return
    const emergencyContact = {
      name: draft.values.name.trim() || null,
      phone: draft.values.phone.trim() || null,
      relationship: draft.values.relationship.trim() || null,
    }
    save.mutate({ change: { emergencyContact }, edits: draft.edits })
  }
  const toFieldProps = (fieldName: 'name' | 'phone' | 'relationship') => ({
    value: draft.values[fieldName],
    maxLength: 100,
    onChange: (event: { currentTarget: HTMLInputElement }) => draft.set(fieldName, event.currentTarget.value),
  })
  return (
    <SettingsCard
      title={t`Emergency contact`}
      text={t`Your zone managers call this person if something happens to you.`}
    >
      <Form onSubmit={submit}>
        <FailedAct act={save} failed={profileFailureText} />
        <TextInput label={t`Name`} autoComplete="off" {...toFieldProps('name')} />
        <SimpleGrid minColWidth="12rem" autoFlow="auto-fit">
          <TextInput
            label={t`Phone`}
            type="tel"
            autoComplete="off"
            error={hasSubmitted && phoneProblem(draft.values.phone)}
            onBlur={() => setHasSubmitted(true)}
            {...toFieldProps('phone')}
          />
          <TextInput
            label={t`Relationship`}
            placeholder={t`Sister, friend, …`}
            autoComplete="off"
            {...toFieldProps('relationship')}
          />
        </SimpleGrid>
        <SaveButtons isDirty={draft.isDirty} isSaving={save.isPending} onDiscard={draft.reset} />
      </Form>
    </SettingsCard>
  )
}
