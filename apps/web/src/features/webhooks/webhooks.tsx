import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Group, Text } from '@mantine/core'
import type { Webhook } from '@muster/contract/webhooks.ts'
import { maxWebhooks } from '@muster/domain/webhook.ts'
import {
  IconDotsVertical,
  IconEdit,
  IconKey,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconTrash,
  IconWebhook,
} from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { ignoreMissing } from '../../lib/error-text.ts'
import { ActionIcon } from '../../ui/action-icon.tsx'
import { StatusBadge } from '../../ui/badges/status-badge.tsx'
import { Tag } from '../../ui/badges/tag.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { useDialog, useDialogs } from '../../ui/dialogs/use-dialogs.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { Menu } from '../../ui/layout/menu.tsx'
import { RowHead } from '../../ui/layout/row-head.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { AgeGrey } from '../../ui/live/age-grey.tsx'
import { Name } from '../../ui/people/name.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { DeliveriesDialog } from './deliveries-dialog.tsx'
import { AddWebhookDialog, EditWebhookDialog, NewSecretDialog } from './webhook-dialog.tsx'

type WebhookAction = 'deliveries' | 'edit' | 'secret' | 'remove'

/** Shows secrets, so render it only for administrators. */
export function Webhooks() {
  const client = useQueryClient()
  const adding = useDialog()
  const dialogs = useDialogs<WebhookAction, string>()
  const [secret, setSecret] = useState<string>()
  const query = useQuery(orpc.webhooks.list.queryOptions())
  const webhooks = query.data?.webhooks
  const webhook = webhooks?.find(it => it.id === dialogs.about)
  const refetchWebhooks = () => void client.invalidateQueries({ queryKey: orpc.webhooks.key() })

  const renewSecret = async ({ id }: Webhook) => {
    setSecret((await api.webhooks.rotateSecret({ webhookId: id })).secret)
  }
  return (
    <>
      <Loaded query={query} failure={t`Failed to load webhooks`} skeleton={1} />
      {webhooks?.length === 0 && (
        <EmptyState
          icon={IconWebhook}
          title={t`No webhooks yet`}
          text={t`Add an address where you want to receive events.`}
        />
      )}
      {webhooks && webhooks.length > 0 && (
        <AgeGrey stale={query.isError}>
          <Rows>
            {webhooks.map(it => (
              <WebhookRow key={it.id} webhook={it} onAct={act => dialogs.open(act, it.id)} />
            ))}
          </Rows>
        </AgeGrey>
      )}
      {webhooks && (
        <div>
          <Button
            variant="default"
            icon={IconPlus}
            disabled={webhooks.length >= maxWebhooks}
            onClick={adding.open}
          >
            {t`Add webhook`}
          </Button>
          {webhooks.length >= maxWebhooks && (
            <Text size="xs" c="dimmed">
              <Plural
                value={maxWebhooks}
                one="You can add up to # webhook. Remove one you no longer use."
                other="You can add up to # webhooks. Remove one you no longer use."
              />
            </Text>
          )}
        </div>
      )}
      <AddWebhookDialog {...adding.props} onSaved={refetchWebhooks} />
      <NewSecretDialog secret={secret} onClose={() => setSecret(undefined)} />
      {webhook && (
        <>
          <DeliveriesDialog
            webhook={webhook}
            {...dialogs.props('deliveries')}
            onClose={() => {
              dialogs.close()
              // Deliveries since the list was loaded may have changed the webhook's state.
              refetchWebhooks()
            }}
          />
          <EditWebhookDialog
            key={webhook.id}
            webhook={webhook}
            {...dialogs.props('edit')}
            onSaved={refetchWebhooks}
          />
          <ConfirmDialog
            {...dialogs.props('secret')}
            title={t`New secret for ${{ webhook: webhook.name }}?`}
            confirmLabel={t`Create new secret`}
            workingLabel={t`Creating…`}
            destructive={false}
            onConfirm={() => renewSecret(webhook)}
            failure={t`The new secret couldn’t be created. Try again.`}
          >
            <Trans>
              For one day, deliveries are signed with both secrets so your receiver has time to switch.
            </Trans>
          </ConfirmDialog>
          <ConfirmDialog
            {...dialogs.props('remove')}
            title={t`Remove ${{ webhook: webhook.name }}?`}
            confirmLabel={t`Remove webhook`}
            workingLabel={t`Removing…`}
            onConfirm={() => ignoreMissing(api.webhooks.remove({ webhookId: webhook.id }))}
            done={[t`Webhook removed`, t`${{ webhook: webhook.name }} no longer receives events.`]}
            invalidates={[orpc.webhooks.key()]}
            failure={t`The webhook couldn’t be removed. Try again.`}
          >
            {t`Its address will no longer receive events, and its delivery log will be deleted.`}
          </ConfirmDialog>
        </>
      )}
    </>
  )
}

type RowProps = { webhook: Webhook; onAct: (act: WebhookAction) => void }

function WebhookRow({ webhook, onAct }: RowProps) {
  const { id: webhookId, name, address, kinds, zoneIds, active } = webhook
  const toggleActive = useAct({
    call: () => api.webhooks.update({ webhookId, name, address, kinds, zoneIds, active: !active }),
    invalidates: [orpc.webhooks.key()],
    failed: t`The webhook couldn’t be changed. Try again.`,
  })
  return (
    <li>
      <RowHead
        title={<Name>{name}</Name>}
        tag={<WebhookState webhook={webhook} />}
        detail={
          <>
            <Text ff="monospace" c="var(--m-text)">
              {address}
            </Text>
            <WebhookFacts webhook={webhook} />
          </>
        }
      />
      <Group gap="xs" wrap="nowrap">
        <Button variant="default" onClick={() => onAct('deliveries')} aria-label={t`Deliveries to ${name}`}>
          {t`Deliveries`}
        </Button>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon
              icon={IconDotsVertical}
              aria-label={t`More options for ${name}`}
              loading={toggleActive.isPending}
            />
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item icon={IconEdit} onClick={() => onAct('edit')}>
              {t`Edit`}
            </Menu.Item>
            <Menu.Item
              leftSection={
                active ? (
                  <IconPlayerPause size="1.125rem" aria-hidden />
                ) : (
                  <IconPlayerPlay size="1.125rem" aria-hidden />
                )
              }
              onClick={() => toggleActive.mutate()}
            >
              {active ? t`Turn off` : t`Turn on`}
            </Menu.Item>
            <Menu.Item icon={IconKey} onClick={() => onAct('secret')}>
              {t`New secret`}
            </Menu.Item>
            <Menu.Item color="red" icon={IconTrash} onClick={() => onAct('remove')}>
              {t`Remove`}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
    </li>
  )
}

function WebhookState({ webhook: { active, gaveUp, failingSince } }: { webhook: Webhook }) {
  if (!active)
    return gaveUp ? (
      <Tag tone="danger">{t`Turned off`}</Tag>
    ) : (
      <StatusBadge status="inactive" label={t`Off`} />
    )
  return failingSince ? <Tag tone="caution">{t`Failing`}</Tag> : <StatusBadge status="active" label={t`On`} />
}

function WebhookFacts({ webhook }: { webhook: Webhook }) {
  const { kinds, zoneIds, active, gaveUp, failingSince, deliveredAt } = webhook
  const events = kinds.length
  const zones = zoneIds?.length
  return (
    <>
      {zones === undefined
        ? t`${plural(events, { one: '# event from all zones', other: '# events from all zones' })}`
        : t`${plural(events, { one: '# event', other: '# events' })} from ${plural(zones, { one: '# zone', other: '# zones' })}`}{' '}
      ·{' '}
      {!active && gaveUp ? (
        t`No successful delivery for a day`
      ) : failingSince ? (
        <Trans>
          Failing since <RelativeTime at={failingSince} form="clock" />
        </Trans>
      ) : deliveredAt ? (
        <Trans>
          Last delivered <RelativeTime at={deliveredAt} />
        </Trans>
      ) : (
        t`Nothing delivered yet`
      )}
    </>
  )
}
