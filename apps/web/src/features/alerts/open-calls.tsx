import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import type { Alert } from '@muster/contract/alerts.ts'
import { IconLifebuoy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { api, orpc } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { useDialog } from '../../ui/dialogs/use-dialogs.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { FailedLine } from '../../ui/states/failed-line.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { CallButton } from '../users/public.ts'
import { alertTarget } from './alert-look.ts'
import classes from './alerts.module.css'

/** Maximum number of calls listed; the inbox has the others. */
const shownMost = 5

/** The calls for help of the people somebody looks after, until one of those alerted has handled them. */
export function OpenCalls() {
  const query = useQuery(orpc.alerts.list.queryOptions({ input: { openCalls: true, limit: shownMost } }))
  const { rows = [], next = null } = query.data ?? {}
  if (query.isError && !query.data)
    return (
      <Panel data-whole>
        <FailedLine text={t`Failed to load calls for help`} query={query} />
      </Panel>
    )
  if (rows.length === 0) return null
  return (
    <Panel
      component="section"
      gap="sm"
      p="sm"
      aria-label={t`Calls for help`}
      bd="1px solid var(--m-danger)"
      bg="var(--m-danger-tint)"
      data-whole
    >
      {rows.map(call => (
        <OpenCall key={call.id} call={call} />
      ))}
      {next !== null && <Link to={paths.alerts}>{t`More calls for help`}</Link>}
    </Panel>
  )
}

function OpenCall({ call }: { call: Alert }) {
  const { title, description, createdAt, zoneId, metadata } = call
  const { answerTo = '', personId, personName = title } = metadata
  const navigate = useNavigate()
  const asking = useDialog()
  const target = alertTarget(call) ?? paths.alerts
  return (
    <Group gap="xs" wrap="wrap" align="center">
      <IconLifebuoy size="1.5rem" color="var(--m-danger)" aria-hidden />
      <Link to={target} className={classes.call}>
        <Text span fw={600} c="var(--m-danger)" dir="auto">
          {title}
        </Text>
        <Text span display="block" size="xs" c="dimmed" dir="auto">
          <RelativeTime at={createdAt} /> · {description}
        </Text>
      </Link>
      <Group gap="xs" wrap="nowrap">
        {personId && zoneId && (
          <CallButton
            zoneId={zoneId}
            userId={personId}
            name={personName}
            onDetails={() => void navigate({ href: target })}
            isUrgent
          />
        )}
        <Button variant="default" mih={44} onClick={asking.open} aria-label={t`Handled: ${title}`}>
          {t`Handled`}
        </Button>
      </Group>
      <ConfirmDialog
        {...asking.props}
        title={t`Is this call for help handled?`}
        confirmLabel={t`Handled`}
        workingLabel={t`Saving…`}
        onConfirm={() => api.broadcasts.see({ broadcastId: answerTo, personId, handled: true })}
        failure={t`The call for help couldn’t be marked as handled. Try again.`}
        invalidates={[orpc.alerts.key()]}
        destructive={false}
      >
        <Trans>
          It leaves the home page of everybody who was alerted. The answer stays with the broadcast.
        </Trans>
      </ConfirmDialog>
    </Group>
  )
}
