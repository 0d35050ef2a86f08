import { t } from '@lingui/core/macro'
import { Group, TextInput } from '@mantine/core'
import { IconBookmarkPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { type BroadcastForm, toOfferedAnswers } from './broadcast-form.ts'

export function SaveTemplate({ zoneId, form }: { zoneId: string; form: BroadcastForm }) {
  const [name, setName] = useState<string>()
  const { title, message, priority } = form
  const save = useAct({
    call: () =>
      api.broadcasts.saveTemplate({
        zoneId,
        name: (name ?? '').trim(),
        title: title.trim(),
        message: message.trim(),
        priority,
        answers: toOfferedAnswers(form),
      }),
    onDone: () => setName(undefined),
    done: t`Template saved`,
    failed: t`The template couldn’t be saved. Try again.`,
    invalidates: [orpc.broadcasts.templates.key()],
  })
  if (name === undefined)
    return (
      <Button
        variant="subtle"
        icon={IconBookmarkPlus}
        disabled={title.trim() === '' || message.trim() === ''}
        onClick={() => setName(title)}
        style={{ alignSelf: 'flex-start' }}
      >
        {t`Save as template`}
      </Button>
    )
  return (
    <Group align="flex-end" wrap="nowrap" gap="xs">
      <TextInput
        label={t`Template name`}
        maxLength={80}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
        style={{ flex: 1, minWidth: 0 }}
      />
      <Button
        variant="default"
        disabled={name.trim() === ''}
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        {t`Save`}
      </Button>
    </Group>
  )
}
