import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Checkbox, Radio, SimpleGrid, TextInput } from '@mantine/core'
import type { Webhook } from '@muster/contract/webhooks.ts'
import {
  maxWebhookZones,
  type WebhookKind,
  webhookAddressProblem,
  webhookKinds,
} from '@muster/domain/webhook.ts'
import { type ReactNode, useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { orpc } from '../../lib/api.ts'
import { errorTextWithTime, hasCode } from '../../lib/error-text.ts'
import { useDebouncedText } from '../../lib/use-debounced-text.ts'
import { usePages } from '../../lib/use-pages.ts'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { MultiSelect } from '../../ui/forms/select.tsx'
import { useActForm } from '../../ui/forms/use-act-form.ts'
import { kindNames } from './webhook-words.ts'

export type WebhookDraft = {
  /** Kept with the draft, so that a retry after a lost response does not add a second webhook. */
  requestId: string
  name: string
  address: string
  kinds: WebhookKind[]
  where: 'all' | 'some'
  zoneIds: string[]
}

export const toDraft = (webhook?: Webhook): WebhookDraft => ({
  requestId: uuidV7(),
  name: webhook?.name ?? '',
  address: webhook?.address ?? '',
  kinds: webhook?.kinds ?? ['presence.entered', 'presence.left'],
  where: webhook?.zoneIds ? 'some' : 'all',
  zoneIds: webhook?.zoneIds ?? [],
})

export const toSettings = ({ name, address, kinds, where, zoneIds }: WebhookDraft) => ({
  name: name.trim(),
  address: address.trim(),
  kinds,
  zoneIds: where === 'all' ? null : zoneIds,
})

const failureText = (error: unknown) =>
  hasCode(error, 'REQUEST_ID_TAKEN')
    ? t`This webhook was already added with your original settings. Close this dialog to edit it in the list or create a new secret.`
    : errorTextWithTime(error, t`The webhook couldn’t be saved. Try again.`)

type Props = {
  webhook?: Webhook
  label: string
  workingLabel: string
  onSave: (draft: WebhookDraft) => Promise<unknown>
  onCancel: () => void
}

export function WebhookForm({ webhook, label, workingLabel, onSave, onCancel }: Props) {
  const form = useActForm({
    draft: `webhook-${webhook?.id ?? 'new'}`,
    values: () => toDraft(webhook),
    fields: 'webhooks.create',
    isTabOnly: true,
    validateInputOnBlur: true,
    validate: {
      name: name => (name.trim() === '' ? t`A name is required` : null),
      // Plain http passes here, because the server decides whether it is allowed.
      address: address => {
        const problem = webhookAddressProblem(address.trim(), true)
        return problem ? i18n._(problem) : null
      },
      kinds: kinds => (kinds.length === 0 ? t`Choose at least one event` : null),
      zoneIds: (ids, { where }) =>
        where === 'some' && ids.length === 0 ? t`Choose at least one zone` : null,
    },
    call: onSave,
    refused: { WEBHOOK_ADDRESS_INVALID: 'address' },
  })
  return (
    <ActForm form={form} label={label} workingLabel={workingLabel} onCancel={onCancel} failed={failureText}>
      <TextInput label={t`Name`} data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label={t`Address`}
        description={t`Events are sent to this address as signed JSON.`}
        placeholder="https://example.org/muster"
        inputMode="url"
        {...form.getInputProps('address')}
      />
      <Checkbox.Group label={t`Events`} required {...form.getInputProps('kinds')}>
        <SimpleGrid minColWidth="13rem" spacing="sm" verticalSpacing={4} mt={4}>
          {webhookKinds.map(kind => (
            <Checkbox key={kind} value={kind} label={kindNames[kind]} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <Radio.Group label={t`Zones`} {...form.getInputProps('where')}>
        <SimpleGrid minColWidth="13rem" spacing="sm" verticalSpacing={4} mt={4}>
          <Radio value="all" label={t`All zones, including new ones`} />
          <Radio value="some" label={t`Selected zones only`} />
        </SimpleGrid>
      </Radio.Group>
      {form.values.where === 'some' && <ZonesField {...form.getInputProps('zoneIds')} />}
    </ActForm>
  )
}

type FieldProps = { value?: string[]; onChange?: (ids: string[]) => void; error?: ReactNode }

/** Selects zones by name; the selection is kept while searching for more. */
function ZonesField({ value = [], onChange, error }: FieldProps) {
  const [q, setQ] = useState('')
  const [namesById, setNamesById] = useState<ReadonlyMap<string, string>>(new Map())
  const search = useDebouncedText(q) || undefined
  const { rows = [], failed } = usePages(orpc.zones.all, { search })
  const findName = (id: string) =>
    rows.find(zone => zone.id === id)?.name ?? namesById.get(id) ?? t`Unknown zone`
  const ids = [...new Set([...rows.map(zone => zone.id), ...value])]
  return (
    <MultiSelect
      label={t`Selected zones`}
      placeholder={value.length === 0 ? t`Type a name` : undefined}
      data={ids.map(id => ({ value: id, label: findName(id) }))}
      // The server filters, so every result is shown.
      filter={({ options }) => options}
      searchable
      searchValue={q}
      onSearchChange={setQ}
      maxValues={maxWebhookZones}
      nothingFoundMessage={failed ? t`Failed to load zones` : t`No zones match`}
      value={value}
      error={error}
      onChange={next => {
        setNamesById(new Map(next.map(id => [id, findName(id)])))
        onChange?.(next)
      }}
    />
  )
}
