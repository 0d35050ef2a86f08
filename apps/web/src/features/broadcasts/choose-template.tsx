import { t } from '@lingui/core/macro'
import { Group } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { ignoreMissing } from '../../lib/error-text.ts'
import { ActionIcon } from '../../ui/action-icon.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { type BroadcastForm, withTemplate } from './broadcast-form.ts'

type Props = { zoneId: string; form: BroadcastForm; onChange: (form: BroadcastForm) => void }

export function ChooseTemplate({ zoneId, form, onChange }: Props) {
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const query = useQuery(orpc.broadcasts.templates.queryOptions({ input: { zoneId } }))
  const templates = query.data?.templates ?? []
  const remove = useAct({
    call: () => ignoreMissing(api.broadcasts.removeTemplate({ templateId: selectedId ?? '' })),
    onDone: () => setSelectedId(null),
    done: t`Template removed`,
    failed: t`The template couldn’t be removed. Try again.`,
    invalidates: [orpc.broadcasts.templates.key()],
  })
  if (templates.length === 0) return null
  return (
    <Group align="flex-end" wrap="nowrap" gap="xs">
      <Select
        label={t`Template`}
        placeholder={t`Start from a template`}
        data={templates.map(it => ({ value: it.id, label: it.name }))}
        value={selectedId}
        onChange={id => {
          setSelectedId(id)
          const template = templates.find(it => it.id === id)
          if (template) onChange(withTemplate(form, template))
        }}
        clearable
        searchable
        style={{ flex: 1, minWidth: 0 }}
      />
      {selectedId && (
        <ActionIcon
          icon={IconTrash}
          iconSize="1.125rem"
          variant="default"
          size={44}
          aria-label={t`Remove template`}
          loading={remove.isPending}
          onClick={() => remove.mutate()}
        />
      )}
    </Group>
  )
}
