import { Button, Group, Select, TextInput } from '@mantine/core'
import { IconBookmarkPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { orGone } from '../../lib/error-text.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { answersOf, type BroadcastForm, withTemplate } from './broadcast-form.ts'

type Props = { zoneId: string; form: BroadcastForm; onChange: (form: BroadcastForm) => void }

/** Begins from a template of the zone, and keeps what is written as one. */
export function TemplateFields({ zoneId, form, onChange }: Props) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [name, setName] = useState<string>()
  const query = useQuery(orpc.broadcasts.templates.queryOptions({ input: { zoneId } }))
  const templates = query.data?.templates ?? []
  const invalidates = [orpc.broadcasts.templates.key()]
  const save = useAct({
    call: () => {
      const { title, message, priority } = form
      return api.broadcasts.saveTemplate({
        zoneId,
        name: (name ?? '').trim(),
        title: title.trim(),
        message: message.trim(),
        priority,
        answers: answersOf(form),
      })
    },
    onDone: ({ templateId }) => {
      setName(undefined)
      setChosen(templateId)
    },
    done: 'Template saved',
    failed: 'The template could not be saved. Please try again.',
    invalidates,
  })
  const remove = useAct({
    call: () => orGone(api.broadcasts.removeTemplate({ templateId: chosen ?? '' })),
    onDone: () => setChosen(null),
    done: 'Template removed',
    failed: 'The template could not be removed. Please try again.',
    invalidates,
  })
  const isWhole = form.title.trim() !== '' && form.message.trim() !== ''
  return (
    <>
      {templates.length > 0 && (
        <Group align="flex-end" wrap="nowrap" gap="xs">
          <Select
            label="Template"
            placeholder="Begin from a template"
            data={templates.map(it => ({ value: it.id, label: it.name }))}
            value={chosen}
            onChange={id => {
              setChosen(id)
              const template = templates.find(it => it.id === id)
              if (template) onChange(withTemplate(form, template))
            }}
            clearable
            searchable
            style={{ flex: 1, minWidth: 0 }}
          />
          {chosen && (
            <Button
              variant="default"
              px="xs"
              aria-label="Remove this template"
              loading={remove.isPending}
              onClick={() => remove.mutate()}
            >
              <IconTrash size="1.125rem" aria-hidden />
            </Button>
          )}
        </Group>
      )}
      {isWhole &&
        (name === undefined ? (
          <Button
            variant="subtle"
            leftSection={<IconBookmarkPlus size="1.125rem" aria-hidden />}
            onClick={() => setName(form.title)}
            style={{ justifySelf: 'start' }}
          >
            Keep as a template
          </Button>
        ) : (
          <Group align="flex-end" wrap="nowrap" gap="xs">
            <TextInput
              label="Name of the template"
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
              Save
            </Button>
          </Group>
        ))}
    </>
  )
}
