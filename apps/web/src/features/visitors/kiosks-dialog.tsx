import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import type { Kiosk } from '@muster/contract/visitors.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { errorTextWithTime, ignoreMissing } from '../../lib/error-text.ts'
import { formatClock } from '../../lib/format-time.ts'
import { paths } from '../../lib/paths.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { FailedAct } from '../../ui/forms/failed-act.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { useAskBeforeLosing } from './use-ask-before-losing.tsx'

type Props = { zone: { id: string; name: string }; opened: boolean; onClose: () => void }

export function KiosksDialog({ zone, opened, onClose }: Props) {
  const [isCodeUnused, setIsCodeUnused] = useState(false)
  const { close, question } = useAskBeforeLosing({
    isLost: isCodeUnused,
    onClose,
    title: t`Close without using the code?`,
    confirmLabel: t`Close without using it`,
    text: t`No tablet has used the code yet. It isn’t shown again.`,
  })
  return (
    <ResponsiveDialog
      opened={opened}
      onClose={close}
      title={t`Kiosks`}
      // A code is shown once.
      closesOnTapOutside={false}
    >
      <Kiosks zoneId={zone.id} onUnused={setIsCodeUnused} />
      {question}
    </ResponsiveDialog>
  )
}

/** Milliseconds between two looks at the kiosks while a code waits for its tablet. */
const unusedPollMs = 5_000

type KiosksProps = {
  zoneId: string
  /** Called with true while a code is shown that no tablet has used and that still works. */
  onUnused: (isUnused: boolean) => void
}

function Kiosks({ zoneId, onUnused }: KiosksProps) {
  const [name, setName] = useState('')
  // Held here, because the row is gone once its kiosk is closed.
  const [closed, setClosed] = useState<Kiosk>()
  const open = useAct({
    call: () => api.visitors.openKiosk({ zoneId, name }),
    onDone: () => setName(''),
    invalidates: [orpc.visitors.kiosks.key()],
  })
  const shownId = open.data?.kioskId
  const isWaiting = (it: Kiosk) => it.id === shownId && it.lastSeenAt === null
  const kiosks = useQuery({
    ...orpc.visitors.kiosks.queryOptions({ input: { zoneId } }),
    refetchInterval: ({ state }) => (state.data?.kiosks.some(isWaiting) ? unusedPollMs : false),
  })
  // A code that has expired is no longer listed.
  const isUnused = kiosks.data?.kiosks.some(isWaiting) ?? false
  useEffect(() => {
    onUnused(isUnused)
    return () => onUnused(false)
  }, [isUnused, onUnused])
  const address = `${location.host}${location.pathname}#${paths.kiosk}`
  return (
    <Stack>
      <Text c="dimmed">{t`A kiosk is a tablet at the entrance. It needs nobody’s account.`}</Text>
      <FailedAct act={open} failed={t`The code couldn’t be created. Try again.`} />
      {open.data ? (
        <NewCode code={open.data.code} expiresAt={open.data.expiresAt} address={address} />
      ) : (
        <Form
          onSubmit={() => {
            if (name.trim() !== '') open.mutate()
          }}
        >
          <Group align="flex-end" gap="xs">
            <TextInput
              flex="1 1 10rem"
              label={t`Where it stands`}
              placeholder={t`Main gate`}
              maxLength={80}
              value={name}
              onChange={event => setName(event.currentTarget.value)}
            />
            <Button type="submit" loading={open.isPending} disabled={name.trim() === ''}>
              {t`Get a code`}
            </Button>
          </Group>
        </Form>
      )}
      <Loaded query={kiosks} failure={t`Failed to load kiosks`} skeleton={1} />
      {kiosks.data && kiosks.data.kiosks.length > 0 && (
        <Rows framed aria-label={t`Kiosks`}>
          {kiosks.data.kiosks.map(kiosk => (
            <KioskRow key={kiosk.id} kiosk={kiosk} zoneId={zoneId} onAsk={() => setClosed(kiosk)} />
          ))}
        </Rows>
      )}
      {closed && (
        <CloseKiosk key={closed.id} kiosk={closed} zoneId={zoneId} onClose={() => setClosed(undefined)} />
      )}
    </Stack>
  )
}

type CodeProps = { code: string; expiresAt: string; address: string }

/** The code for a tablet, large enough to be read out. */
function NewCode({ code, expiresAt, address }: CodeProps) {
  const until = formatClock(new Date(expiresAt), new Date())
  return (
    <Panel role="status" ta="center">
      <Text>
        <Trans>
          On the tablet, open <b dir="ltr">{address}</b> and enter:
        </Trans>
      </Text>
      <Text fz={32} fw={600} lts="0.06em" dir="ltr" data-figures>
        {code}
      </Text>
      <Text c="dimmed">
        <Trans>Works once, until {until}.</Trans>
      </Text>
    </Panel>
  )
}

type RowProps = {
  kiosk: Kiosk
  zoneId: string
  /** Called to ask before the kiosk is closed, because visitors are here who signed in there. */
  onAsk: () => void
}

function KioskRow({ kiosk, zoneId, onAsk }: RowProps) {
  const { id: kioskId, name, lastSeenAt, visitors } = kiosk
  const close = useAct({
    call: () => api.visitors.closeKiosk({ zoneId, kioskId }),
    done: t`The kiosk “${name}” is closed`,
    failed: t`The kiosk couldn’t be closed. Try again.`,
    invalidates: [orpc.visitors.kiosks.key()],
  })
  return (
    <li>
      <Stack gap={0} miw={0}>
        <Text fw={600} dir="auto">
          {name}
        </Text>
        <Text c="dimmed">
          {lastSeenAt === null ? (
            t`Waiting for its code`
          ) : (
            <Trans>
              Last seen <RelativeTime at={lastSeenAt} />
            </Trans>
          )}
        </Text>
      </Stack>
      <Button
        variant="default"
        mih={44}
        loading={close.isPending}
        aria-label={t`Close the kiosk “${name}”`}
        onClick={() => (visitors > 0 ? onAsk() : close.mutate())}
      >
        {t`Close`}
      </Button>
    </li>
  )
}

type CloseProps = { kiosk: Kiosk; zoneId: string; onClose: () => void }

/** Asks whether to close a kiosk and to sign out its visitors. Says which of the two failed. */
function CloseKiosk({ kiosk: { id: kioskId, name, visitors }, zoneId, onClose }: CloseProps) {
  const [signsOut, setSignsOut] = useState(false)
  const isClosed = useRef(false)
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t`Close the kiosk “${name}”?`}
      confirmLabel={t`Close kiosk`}
      workingLabel={t`Closing…`}
      onConfirm={async () => {
        await ignoreMissing(api.visitors.closeKiosk({ zoneId, kioskId }))
        isClosed.current = true
        if (signsOut) await api.visitors.signOutMany({ zoneId, kioskId })
      }}
      done={t`The kiosk “${name}” is closed`}
      failure={error =>
        errorTextWithTime(
          error,
          isClosed.current
            ? t`The kiosk is closed, but its visitors couldn’t be signed out. Try again.`
            : t`The kiosk couldn’t be closed. Try again.`,
        )
      }
      invalidates={[orpc.visitors.key()]}
    >
      <Checkbox
        checked={signsOut}
        onChange={event => setSignsOut(event.currentTarget.checked)}
        label={t`Also sign out ${plural(visitors, { one: '# visitor', other: '# visitors' })} who signed in there`}
        description={t`This can’t be undone. In an open emergency, they then count as not on site.`}
      />
    </ConfirmDialog>
  )
}
