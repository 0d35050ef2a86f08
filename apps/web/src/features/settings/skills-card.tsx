import { Button, TextInput } from '@mantine/core'
import type { Profile } from '@muster/contract/auth.ts'
import { errors } from '@muster/contract/errors.ts'
import { addSkill, removeSkill } from '@muster/domain/skills.ts'
import { IconX } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { notify } from '../../ui/toast/notify.ts'
import classes from './settings.module.css'
import { SettingsCard } from './settings-card.tsx'
import chips from './skills-card.module.css'
import { useDraft } from './use-draft.ts'
import { profileFailure, rememberProfile } from './use-save-profile.ts'

/** The server's bounds (contract, settings.ts). */
const longest = 60
const most = 50

/** What one can do. A skill shows at once and goes again when it could not be saved. */
export function SkillsCard({ profile }: { profile: Profile }) {
  const client = useQueryClient()
  const draft = useDraft(`skill.${profile.id}`, { text: '' })
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const save = useMutation({
    // One after the other: each sends the whole list.
    scope: { id: 'skills' },
    mutationFn: (skills: readonly string[]) => api.settings.updateProfile({ skills: [...skills] }),
    onMutate: skills => rememberProfile(client, old => ({ ...old, skills: [...skills] })),
    onSuccess: () => notify.success('Profile updated successfully'),
    onError: error => {
      setProblem(profileFailure(error))
      notify.error(profileFailure(error))
      void client.invalidateQueries({ queryKey: orpc.auth.me.key() })
    },
  })

  const add = (event: FormEvent) => {
    event.preventDefault()
    const text = draft.values.text.trim()
    const skills = addSkill(profile.skills, text)
    if (skills === profile.skills) return setProblem(errors.SKILL_INVALID.message)
    if (skills.length > most) return setProblem(`At most ${most} skills.`)
    setProblem(undefined)
    draft.reset()
    save.mutate(skills, { onError: () => draft.set('text', text) })
  }
  const remove = (skill: string) => {
    setProblem(undefined)
    save.mutate(removeSkill(profile.skills, skill))
    // The button that had the focus is gone with its skill.
    input.current?.focus()
  }
  return (
    <SettingsCard title="Skills" text="First aid, crane licence, languages: your zone managers see them.">
      {profile.skills.length > 0 && (
        <ul className={chips.list} aria-label="My skills">
          {profile.skills.map(skill => (
            <li key={skill} className={chips.chip}>
              <span className={chips.word}>{skill}</span>
              <button
                type="button"
                className={chips.remove}
                aria-label={`Remove ${skill}`}
                onClick={() => remove(skill)}
              >
                <IconX size={16} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={add} noValidate className={chips.add}>
        <TextInput
          ref={input}
          label="Add a skill"
          maxLength={longest}
          autoComplete="off"
          enterKeyHint="done"
          error={problem}
          value={draft.values.text}
          onChange={event => {
            setProblem(undefined)
            draft.set('text', event.currentTarget.value)
          }}
        />
        <Button type="submit" variant="default" className={chips.button}>
          Add
        </Button>
      </form>
      {profile.skills.length === 0 && <p className={classes.hint}>No skills yet.</p>}
    </SettingsCard>
  )
}
