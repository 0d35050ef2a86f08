import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Checkbox, Stack, Text } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { toPosterPath } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { FailedAct } from '../../ui/forms/failed-act.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { QrCode } from '../../ui/sharing/qr-code.tsx'
import { FailedLine } from '../../ui/states/failed-line.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { useAskBeforeLosing } from './use-ask-before-losing.tsx'

type Props = { zone: { id: string; name: string }; opened: boolean; onClose: () => void }

export function PosterDialog({ zone, opened, onClose }: Props) {
  const [isUnprinted, setIsUnprinted] = useState(false)
  const { close, question } = useAskBeforeLosing({
    isLost: isUnprinted,
    onClose: () => {
      setIsUnprinted(false)
      onClose()
    },
    title: t`Close without printing?`,
    confirmLabel: t`Close without printing`,
    text: t`The poster hasn’t been printed yet. It isn’t shown again; another one replaces it.`,
  })
  return (
    <ResponsiveDialog
      opened={opened}
      onClose={close}
      title={t`Poster for visitors`}
      // The poster is shown once, and the one before no longer works by then.
      closesOnTapOutside={false}
    >
      <Poster
        zone={zone}
        onClose={close}
        onMade={() => setIsUnprinted(true)}
        onPrinted={() => setIsUnprinted(false)}
      />
      {question}
    </ResponsiveDialog>
  )
}

type PosterProps = Omit<Props, 'opened'> & { onMade: () => void; onPrinted: () => void }

function Poster({ zone, onClose, onMade, onPrinted }: PosterProps) {
  const settings = useQuery(orpc.visitors.settings.queryOptions({ input: { zoneId: zone.id } }))
  const [signsOut, setSignsOut] = useState(false)
  const signOut = useAct({
    call: () => api.visitors.signOutMany({ zoneId: zone.id, way: 'poster' }),
    done: t`The visitors are signed out`,
    failed: () => [
      t`The visitors couldn’t be signed out`,
      t`Sign them out in the list: choose “Poster” under “How they signed in”.`,
    ],
    invalidates: [orpc.visitors.key()],
  })
  const make = useAct({
    call: () => api.visitors.renewPoster({ zoneId: zone.id }),
    onDone: () => {
      onMade()
      if (signsOut) signOut.mutate()
    },
    invalidates: [orpc.visitors.settings.key()],
  })
  const visitors = settings.data?.posterVisitors ?? 0
  const madeAt = settings.data?.posterMadeAt
  const token = make.data?.token
  if (token === undefined)
    return (
      <>
        <Stack>
          <FailedAct act={make} failed={t`The poster couldn’t be created. Try again.`} />
          <Text>{t`Visitors scan the poster and sign in on their own phone, without an account.`}</Text>
          {settings.isError && !settings.data && (
            <FailedLine text={t`Failed to load the settings`} query={settings} />
          )}
          {madeAt && (
            <Text>
              <Trans>
                The current poster was made <RelativeTime at={madeAt} />. A new one replaces it: old copies no
                longer work.
              </Trans>
            </Text>
          )}
          {madeAt && visitors > 0 && (
            <Checkbox
              checked={signsOut}
              onChange={event => setSignsOut(event.currentTarget.checked)}
              label={t`Also sign out ${plural(visitors, { one: '# visitor', other: '# visitors' })} who signed in with a poster`}
              description={t`This can’t be undone. In an open emergency, they then count as not on site.`}
            />
          )}
        </Stack>
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button
            loading={make.isPending}
            disabled={!settings.data}
            color={madeAt ? 'red' : undefined}
            onClick={() => make.mutate()}
          >
            {madeAt ? t`Replace poster` : t`Create poster`}
          </Button>
        </DialogButtons>
      </>
    )
  return (
    <>
      <Text c="dimmed" mb="sm">
        {t`Print it now, in as many copies as you need. It is not shown again.`}
      </Text>
      <Stack align="center" gap="sm" ta="center" data-print-alone>
        <Text fz={28} fw={600} lh={1.2}>
          {t`Visitors: sign in here`}
        </Text>
        <QrCode
          text={`${location.origin}${location.pathname}#${toPosterPath(token)}`}
          label={t`QR code with which visitors sign in`}
          big
        />
        <Text fz={20} fw={600} dir="auto">
          {zone.name}
        </Text>
        <Text maw="26rem">
          <Trans>
            Scan the code with your phone’s camera. Keep the page: in an emergency, you say there that you are
            safe.
          </Trans>
        </Text>
      </Stack>
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {t`Close`}
        </Button>
        <Button
          icon={IconPrinter}
          onClick={() => {
            window.print()
            onPrinted()
          }}
        >
          {t`Print`}
        </Button>
      </DialogButtons>
    </>
  )
}
