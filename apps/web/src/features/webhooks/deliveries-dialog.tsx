import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Stack, Text } from '@mantine/core'
import type { Webhook, WebhookDelivery } from '@muster/contract/webhooks.ts'
import {
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconInbox,
  IconRefresh,
  IconSend,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { api, orpc } from '../../lib/api.ts'
import { usePages } from '../../lib/use-pages.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { Button } from '../../ui/button.tsx'
import { inDialog } from '../../ui/dialogs/in-dialog.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { LoadMore } from '../../ui/layout/load-more.tsx'
import { RowHead } from '../../ui/layout/row-head.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { AgeGrey } from '../../ui/live/age-grey.tsx'
import { LiveScope } from '../../ui/live/live-scope.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { kindNames, outcomeText } from './webhook-words.ts'
import classes from './webhooks.module.css'

/** Milliseconds between refetches while a delivery is in progress. */
const POLL_INTERVAL_MS = 3_000

export const DeliveriesDialog = inDialog(Deliveries, {
  title: ({ webhook: { name: webhook } }) => t`Deliveries to ${webhook}`,
  width: 680,
})

function Deliveries({ webhook: { id: webhookId } }: { webhook: Webhook }) {
  const client = useQueryClient()
  const refetchWebhooks = () => client.invalidateQueries({ queryKey: orpc.webhooks.key() })
  const list = usePages(
    orpc.webhooks.deliveries,
    { webhookId },
    {
      refetchInterval: ({ state }) =>
        state.data?.pages[0]?.rows.some(it => it.state === 'waiting') ? POLL_INTERVAL_MS : false,
    },
  )
  const { rows, failed } = list
  const sendTestAction = useAct({
    call: () => api.webhooks.test({ webhookId }),
    invalidates: [orpc.webhooks.key()],
    failed: t`The test couldn’t be sent. Try again.`,
  })
  return (
    <Stack>
      <Group justify="space-between" gap="xs">
        <Text size="xs" c="dimmed">
          {t`Deliveries are kept for two weeks.`}
        </Text>
        <Button
          variant="default"
          icon={IconSend}
          points
          loading={sendTestAction.isPending}
          onClick={() => sendTestAction.mutate()}
        >
          {t`Send test`}
        </Button>
      </Group>
      <Loaded list={list} failure={t`Failed to load deliveries`} skeleton={3} />
      {rows?.length === 0 && (
        <EmptyState
          icon={IconInbox}
          title={t`No deliveries yet`}
          text={t`New events appear here. Send a test to try the address.`}
        />
      )}
      {rows && rows.length > 0 && (
        <LiveScope>
          <AgeGrey stale={failed}>
            <Rows>
              {rows.map(delivery => (
                <Delivery key={delivery.id} delivery={delivery} onSent={refetchWebhooks} />
              ))}
            </Rows>
            <LoadMore
              list={list}
              describeCount={count =>
                t`${plural(count, { one: '# more delivery', other: '# more deliveries' })}`
              }
            />
          </AgeGrey>
        </LiveScope>
      )}
    </Stack>
  )
}

const stateBadges = {
  delivered: { tone: 'good', icon: IconCircleCheck, label: t`Delivered` },
  waiting: { tone: 'caution', icon: IconClock, label: t`Waiting` },
  given_up: { tone: 'danger', icon: IconCircleX, label: t`Failed` },
} as const

function Delivery({ delivery, onSent }: { delivery: WebhookDelivery; onSent: () => unknown }) {
  const { id, kind, state, createdAt, nextTryAt, attempts, body, response } = delivery
  const { tone, icon, label } = stateBadges[state]
  const resend = useAct({
    call: () => api.webhooks.resend({ deliveryId: id }),
    onDone: onSent,
    failed: t`The delivery couldn’t be resent. Try again.`,
  })
  return (
    <li>
      <RowHead
        title={kindNames[kind]}
        tag={
          <Tag tone={tone} icon={icon}>
            {label}
          </Tag>
        }
        detail={
          <>
            <RelativeTime at={createdAt} /> · {outcomeText(delivery)}
            {nextTryAt && attempts > 0 && (
              <>
                {' · '}
                <Trans>
                  Next attempt <RelativeTime at={nextTryAt} form="coming" />
                </Trans>
              </>
            )}
          </>
        }
        basis={280}
      >
        <details className={classes.sent}>
          <summary>{response ? t`Request and response` : t`Request`}</summary>
          <pre>{JSON.stringify(JSON.parse(body), null, 2)}</pre>
          {response && <pre>{response}</pre>}
        </details>
      </RowHead>
      <Button
        variant="default"
        icon={IconRefresh}
        loading={resend.isPending}
        onClick={() => resend.mutate()}
        aria-label={t`Send again: ${{ event: kindNames[kind] }}`}
      >
        {t`Send again`}
      </Button>
    </li>
  )
}
