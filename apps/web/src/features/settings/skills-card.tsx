import { i18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'
import { Button, Flex, Text, TextInput } from '@mantine/core'
import type { Profile } from '@muster/contract/auth.ts'
import { errors } from '@muster/contract/errors.ts'
import { limits } from '@muster/domain/limits.ts'
import { addSkill, removeSkill } from '@muster/domain/skills.ts'
import { IconX } from '@tabler/icons-react'
import { useMutationState, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { useDraft } from '../../lib/drafts/use-draft.ts'
import { ActionIcon } from '../../ui/action-icon.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { SettingsCard } from './settings-card.tsx'
import chips from './skills-card.module.css'
import { profileFailureText, updateCachedProfile } from './use-save-profile.ts'

/** An idempotent change to a list of skills. */
type SkillChange = { add: string } | { remove: string }
type Skills = readonly string[]

const applyChange = (skills: Skills, change: SkillChange): Skills =>
  'add' in change ? addSkill(skills, change.add) : removeSkill(skills, change.remove)

/** Filters for changes that are in progress or queued. */
const pendingFilter = { mutationKey: ['skills'], status: 'pending' } as const

function savedText(change: SkillChange) {
  const skill = 'add' in change ? change.add : change.remove
  return 'add' in change
    ? t`Your zone managers can now see the skill ${skill}.`
    : t`The skill ${skill} was removed.`
}

/** The person's skills. Changes are shown immediately, and undone if they could not be saved. */
export function SkillsCard({ profile }: { profile: Profile }) {
  const client = useQueryClient()
  const draft = useDraft('skill', profile.id, { text: '' })
  const [problem, setProblem] = useState<string>()
  const inputRef = useRef<HTMLInputElement>(null)
  const getSavedSkills = (): Skills =>
    client.getQueryData(orpc.auth.me.queryKey())?.profile?.skills ?? profile.skills
  const save = useAct({
    mutationKey: pendingFilter.mutationKey,
    // Changes run one at a time: each sends the whole list, which depends on whether earlier changes succeeded.
    scope: { id: 'skills' },
    call: (change: SkillChange) =>
      api.settings.updateProfile({ skills: [...applyChange(getSavedSkills(), change)] }),
    onDone: async profile => {
      // Cancel earlier profile requests, so that an outdated response does not overwrite this change.
      await client.cancelQueries({ queryKey: orpc.auth.me.key() })
      updateCachedProfile(client, () => profile)
    },
    done: (_, change) => [t`Profile updated successfully`, savedText(change)],
    failed: profileFailureText,
    onError: (error, change) => {
      setProblem(profileFailureText(error))
      if ('add' in change && inputRef.current?.value === '') draft.set('text', change.add)
      void client.invalidateQueries({ queryKey: orpc.auth.me.key() })
    },
  })
  const pendingChanges = useMutationState({
    filters: pendingFilter,
    select: it => it.state.variables as SkillChange,
  })
  const skills = pendingChanges.reduce(applyChange, profile.skills)

  const add = (event: FormEvent) => {
    event.preventDefault()
    const text = draft.values.text.trim()
    const newProblem =
      addSkill(skills, text) === skills
        ? i18n._(errors.SKILL_INVALID.text)
        : skills.length >= limits.skillsMax
          ? t`You can add up to ${plural({ count: limits.skillsMax }, { one: '# skill', other: '# skills' })}.`
          : undefined
    setProblem(newProblem)
    if (newProblem) return inputRef.current?.focus()
    draft.reset()
    save.mutate({ add: text })
  }
  const remove = (skill: string) => {
    setProblem(undefined)
    save.mutate({ remove: skill })
    // The focused button was removed together with its skill, so the field takes the focus.
    inputRef.current?.focus()
  }
  return (
    <SettingsCard
      title={t`Skills`}
      text={t`For example, first aid, crane licence or languages. Your zone managers can see them.`}
    >
      {skills.length > 0 && (
        <Flex component="ul" wrap="wrap" align="center" gap="xs" aria-label={t`My skills`}>
          {skills.map(skill => (
            <li key={skill} className={chips.chip}>
              <Text span inherit fw={600} miw={0}>
                {skill}
              </Text>
              <ActionIcon
                icon={IconX}
                iconSize="1rem"
                radius="xl"
                aria-label={t`Remove ${skill}`}
                onClick={() => remove(skill)}
              />
            </li>
          ))}
        </Flex>
      )}
      <Flex component="form" onSubmit={add} noValidate align="flex-start" gap="xs">
        <TextInput
          ref={inputRef}
          flex={1}
          label={t`Add a skill`}
          maxLength={limits.skillMaxLength}
          autoComplete="off"
          enterKeyHint="done"
          error={problem}
          value={draft.values.text}
          onChange={event => {
            setProblem(undefined)
            draft.set('text', event.currentTarget.value)
          }}
        />
        <Button type="submit" variant="default" mt={25}>
          {t`Add`}
        </Button>
      </Flex>
      {skills.length === 0 && (
        <Text size="xs" c="dimmed">
          {t`No skills yet.`}
        </Text>
      )}
    </SettingsCard>
  )
}
