import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import type { Visit } from '@muster/contract/visitors.ts'
import { IconDots, IconId } from '@tabler/icons-react'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { errorTextWithTime, hasCode } from '../../lib/error-text.ts'
import { formatLongDate } from '../../lib/format-day.ts'
import { formatClock } from '../../lib/format-time.ts'
import { ActionIcon } from '../../ui/action-icon.tsx'
import { Tag } from '../../ui/badges/tag.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { useDialog } from '../../ui/dialogs/use-dialogs.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { Menu } from '../../ui/layout/menu.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { CallLink } from '../../ui/people/call-link.tsx'
import { Name } from '../../ui/people/name.tsx'
import { notify } from '../../ui/toast/notify.ts'
import { undoable } from '../../ui/toast/notify-undoable.ts'
import { SeenByDialog } from './seen-by-dialog.tsx'
import { VisitBadgeButton } from './visit-badge-button.tsx'
import { endText, wayLabels } from './visitor-words.ts'

type Props = { visit: Visit; mayReceive: boolean }

export function VisitRow({ visit, mayReceive }: Props) {
  const { name, company, phone, way, state } = visit
  const mayAct = mayReceive || visit.mine
  return (
    <Panel p="sm">
      <Group justify="space-between" gap="sm">
        <Stack gap={2} flex="1 1 14rem" miw={0}>
          <Group gap="4px 8px">
            <Text fw={600} size="md" miw={0}>
              <Name>{name}</Name>
            </Text>
            <Tag>{wayLabels[way]}</Tag>
            {visit.badge !== '' && <Tag icon={IconId}>{visit.badge}</Tag>}
          </Group>
          {(company !== '' || visit.host.name !== '') && (
            <Text>
              {company !== '' && <Name>{company}</Name>}
              {company !== '' && visit.host.name !== '' && ' · '}
              {visit.host.name !== '' && (
                <Trans>
                  to <Name>{visit.host.name}</Name>
                </Trans>
              )}
            </Text>
          )}
          <Text c="dimmed">{timeText(visit)}</Text>
        </Stack>
        <Group gap="xs" wrap="nowrap">
          <CallLink name={name} phone={phone} size={44} />
          {mayReceive && state === 'inside' && <VisitBadgeButton visit={visit} />}
          {mayAct && state === 'inside' && <SignOutButton visit={visit} />}
          {mayAct && state === 'expected' && <ReceiveButtons visit={visit} />}
        </Group>
      </Group>
    </Panel>
  )
}

function timeText(visit: Visit): string {
  const now = new Date()
  const toClock = (at: string) => formatClock(new Date(at), now)
  if (visit.expectedOn !== null && visit.signedInAt === null)
    return formatLongDate(new Date(`${visit.expectedOn}T12:00`))
  const since = visit.signedInAt === null ? '' : toClock(visit.signedInAt)
  if (visit.signedOutAt === null) return t`here since ${since}`
  const until = toClock(visit.signedOutAt)
  const end = endText(visit)
  return t`${since} to ${until}, ${end}`
}

function SignOutButton({ visit: { id: visitId, zoneId, name } }: { visit: Visit }) {
  const [asks, setAsks] = useState(false)
  const undo = useAct({
    call: (signedOutAt: string) => api.visitors.undoSignOut({ zoneId, visitId, signedOutAt }),
    done: t`${name} is signed in again`,
    failed: error => [
      t`${name} is still signed out`,
      errorTextWithTime(error, t`The sign-out couldn’t be undone.`),
    ],
    invalidates: [orpc.visitors.key()],
  })
  const signOut = useAct({
    call: (seenBy: string | undefined) => api.visitors.signOut({ zoneId, visitId, seenBy }),
    onDone: ({ signedOutAt }) => {
      setAsks(false)
      const text = t`${name} is signed out`
      notify.success(text, undefined, signedOutAt === null ? {} : undoable(() => undo.mutate(signedOutAt)))
    },
    failed: error =>
      hasCode(error, 'VISITOR_NOT_SEEN')
        ? ''
        : errorTextWithTime(error, t`${name} couldn’t be signed out. Try again.`),
    onError: error => setAsks(hasCode(error, 'VISITOR_NOT_SEEN')),
    invalidates: [orpc.visitors.key()],
  })
  return (
    <>
      <Button
        variant="default"
        mih={44}
        loading={signOut.isPending}
        aria-label={t`Sign out ${name}`}
        onClick={() => signOut.mutate(undefined)}
      >
        {t`Sign out`}
      </Button>
      <SeenByDialog
        title={t`Who saw ${name}?`}
        opened={asks}
        working={signOut.isPending}
        onClose={() => setAsks(false)}
        onConfirm={seenBy => signOut.mutate(seenBy)}
      />
    </>
  )
}

function ReceiveButtons({ visit: { id: visitId, zoneId, name } }: { visit: Visit }) {
  const asking = useDialog()
  const receive = useAct({
    call: () => api.visitors.receive({ zoneId, visitId }),
    done: t`${name} is signed in`,
    failed: t`${name} couldn’t be signed in. Try again.`,
    invalidates: [orpc.visitors.key()],
  })
  return (
    <>
      <Button
        variant="default"
        mih={44}
        loading={receive.isPending}
        aria-label={t`Sign in ${name}`}
        onClick={() => receive.mutate()}
      >
        {t`Is here`}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon icon={IconDots} size={44} variant="default" aria-label={t`More for ${name}`} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={asking.open}>{t`Remove`}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        {...asking.props}
        title={t`Remove this visit?`}
        confirmLabel={t`Remove`}
        workingLabel={t`Removing…`}
        onConfirm={() => api.visitors.cancel({ zoneId, visitId })}
        failure={t`The visit couldn’t be removed. Try again.`}
        invalidates={[orpc.visitors.key()]}
      >
        <Trans>
          <Name>{name}</Name> will no longer be expected.
        </Trans>
      </ConfirmDialog>
    </>
  )
}
