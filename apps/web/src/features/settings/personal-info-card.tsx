import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import type { Profile } from '@muster/contract/auth.ts'
import { isPersonName, personNameMessage } from '@muster/domain/person-name.ts'
import { type FormEvent, useState } from 'react'
import { useDraft } from '../../lib/drafts/use-draft.ts'
import { FailedAct } from '../../ui/forms/failed-act.tsx'
import { focusFirstMarked } from '../../ui/forms/focus-marked.ts'
import { Form } from '../../ui/forms/form.tsx'
import { ChangeEmail } from './change-email.tsx'
import { SaveButtons } from './save-buttons.tsx'
import classes from './settings.module.css'
import { SettingsCard } from './settings-card.tsx'
import { profileFailureText, useSaveProfile } from './use-save-profile.ts'

const requiredText = t`First name and last name are required`

/**
 * Shows the person's profile. They can change their name directly and their email address with confirmation; only admins can change
 * the phone number.
 */
export function PersonalInfoCard({ profile }: { profile: Profile }) {
  const { firstName, lastName } = profile
  const draft = useDraft('name', profile.id, { firstName, lastName })
  const [hasSubmitted, setHasSubmitted] = useState(false)
  const save = useSaveProfile(t`Others now see your new name.`, draft.settle)

  const findProblem = (value: string) => {
    if (value.trim() === '') return requiredText
    return isPersonName(value) ? undefined : i18n._(personNameMessage)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setHasSubmitted(true)
    const name = { firstName: draft.values.firstName.trim(), lastName: draft.values.lastName.trim() }
    if (findProblem(name.firstName) || findProblem(name.lastName))
      return focusFirstMarked(event.currentTarget)
    if (save.isPending) return
    save.mutate({ change: name, edits: draft.edits })
  }
  const toFieldProps = (name: 'firstName' | 'lastName') => ({
    value: draft.values[name],
    maxLength: 100,
    error: hasSubmitted ? findProblem(draft.values[name]) : undefined,
    onChange: (event: { currentTarget: HTMLInputElement }) => draft.set(name, event.currentTarget.value),
    onBlur: () => setHasSubmitted(true),
  })
  return (
    <SettingsCard title={t`Personal info`}>
      <Form onSubmit={submit}>
        <FailedAct act={save} failed={profileFailureText} />
        <SimpleGrid minColWidth="12rem" autoFlow="auto-fit">
          <TextInput label={t`First name`} autoComplete="given-name" {...toFieldProps('firstName')} />
          <TextInput label={t`Last name`} autoComplete="family-name" {...toFieldProps('lastName')} />
        </SimpleGrid>
        <SaveButtons isDirty={draft.isDirty} isSaving={save.isPending} onDiscard={draft.reset} />
      </Form>
      <Stack>
        <SimpleGrid minColWidth="12rem" autoFlow="auto-fit">
          <TextInput label={t`Email`} type="email" readOnly value={profile.email} className={classes.fixed} />
          <TextInput
            label={t`Phone`}
            type="tel"
            readOnly
            value={profile.phone ?? ''}
            className={classes.fixed}
          />
        </SimpleGrid>
        <Text size="xs" c="dimmed">
          {t`Only an administrator can change your phone number.`}
        </Text>
        <ChangeEmail email={profile.email} />
      </Stack>
    </SettingsCard>
  )
}
