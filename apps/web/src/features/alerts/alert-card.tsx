import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Flex, Text, UnstyledButton } from '@mantine/core'
import type { Alert } from '@muster/contract/alerts.ts'
import { IconCheck, IconMail } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { orpc } from '../../lib/api.ts'
import { formatClock } from '../../lib/format-time.ts'
import { useSendOrQueue, useWaitingPayloads } from '../../offline/use-send-or-queue.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { alertIcon, alertTarget } from './alert-look.ts'
import { alertReadSender } from './alert-read.sender.ts'
import classes from './alerts.module.css'

export function AlertCard({ alert }: { alert: Alert }) {
  const { id: alertId, title, description, createdAt, metadata } = alert
  const sendOrQueue = useSendOrQueue(alertReadSender)
  // An alert read while offline already counts as read on this device.
  const queuedRead = useWaitingPayloads(alertReadSender).findLast(it => it.alertId === alertId)
  const isRead = queuedRead?.read ?? alert.isRead
  const { endedAt } = metadata
  const isUrgent = metadata.meaning === 'help' && !endedAt
  const navigate = useNavigate()
  const Icon = alertIcon(alert)
  const setRead = useAct({
    call: (read: boolean) => sendOrQueue({ alertId, title, read }),
    failed: t`The alert couldn’t be updated. Try again.`,
    invalidates: [orpc.alerts.key()],
  })
  const target = alertTarget(alert)
  const openTarget = () => {
    if (!isRead) setRead.mutate(true)
    if (target) void navigate({ href: target })
  }
  return (
    <Panel
      component="article"
      direction="row"
      gap="sm"
      p="sm"
      className={classes.card}
      data-new={!isRead || undefined}
      data-urgent={isUrgent || undefined}
    >
      <Icon size="1.5rem" stroke={1.6} aria-hidden color={isUrgent ? 'var(--m-danger)' : 'var(--m-quiet)'} />
      <Flex
        component={UnstyledButton}
        direction="column"
        gap={2}
        miw={0}
        mih={44}
        flex={1}
        fz="sm"
        onClick={openTarget}
      >
        <Flex component="span" wrap="wrap" align="center" gap="4px 8px">
          <Text span fw={isRead ? undefined : 600} dir="auto">
            {title}
          </Text>
          {endedAt && (
            <Tag>
              {metadata.answerTo ? (
                <Trans>Handled {formatClock(new Date(endedAt), new Date())}</Trans>
              ) : (
                <Trans>Ended {formatClock(new Date(endedAt), new Date())}</Trans>
              )}
            </Tag>
          )}
          {!isRead && <Tag tone="accent">{t`New`}</Tag>}
        </Flex>
        {description && (
          <Text span c="dimmed" lineClamp={2} dir="auto">
            {description}
          </Text>
        )}
        <Text span size="xs" c="dimmed">
          <RelativeTime at={createdAt} />
        </Text>
      </Flex>
      <ActionIcon
        size={44}
        loading={setRead.isPending}
        onClick={() => setRead.mutate(!isRead)}
        aria-label={isRead ? t`Mark as unread: ${title}` : t`Mark as read: ${title}`}
        title={isRead ? t`Mark as unread` : t`Mark as read`}
      >
        {isRead ? <IconMail size="1.125rem" aria-hidden /> : <IconCheck size="1.125rem" aria-hidden />}
      </ActionIcon>
    </Panel>
  )
}
