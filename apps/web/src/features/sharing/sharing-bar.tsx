import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { IconLocationPause, IconLocationShare } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { api, orpc } from '../../lib/api.ts'
import { formatAccuracy } from '../../lib/format-accuracy.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { useNotLive } from '../../ui/live/use-not-live.ts'
import { Name } from '../../ui/people/name.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import classes from './sharing-bar.module.css'
import type { MySharing } from './use-my-sharing.ts'
import { type TrackingState, useTracking } from './use-tracking.ts'

/** While mounted, tracks the position if sharing was started in this session and is not paused. */
export function SharingBar({ sharing }: { sharing: MySharing }) {
  const { zoneId, isHere, pausedAt, endsAt } = sharing
  const isPaused = pausedAt !== null
  // While the app is not live, nobody sees new positions, so they do not count as shared.
  const isUnsent = useNotLive() && !isPaused
  const tracking = useTracking(zoneId, isHere && !isPaused)
  const { availableZones } = useSelectedZone()
  const zoneName = availableZones.find(({ id }) => id === zoneId)?.name ?? t`your zone`
  const { pause, end } = useSharingActions()
  const Icon = isPaused ? IconLocationPause : IconLocationShare
  return (
    <section
      className={`${classes.bar} ${classes.line}`}
      data-paused={isPaused || isUnsent || undefined}
      aria-label={t`Sharing your position`}
    >
      <Icon size="1.25rem" aria-hidden color="var(--tone)" />
      <div className={classes.words}>
        <strong>
          {isPaused
            ? t`Paused: nobody can see where you are`
            : isUnsent
              ? t`Not live: position not sent yet`
              : t`Sharing your position`}
        </strong>
        <Text span c="dimmed" data-trouble={tracking.trouble !== undefined || undefined}>
          <Trans>
            Until <RelativeTime at={endsAt} form="clock" />, <Name>{zoneName}</Name>
          </Trans>
          {!isHere && <> · {t`from another device or browser`}</>}
          {isHere && !isPaused && <TrackingStatus {...tracking} unsent={isUnsent} />}
        </Text>
      </div>
      <Group gap="xs" className={classes.buttons}>
        <Button variant="default" loading={pause.isPending} onClick={() => pause.mutate(!isPaused)}>
          {isPaused ? t`Resume` : t`Pause`}
        </Button>
        <Button variant="default" loading={end.isPending} onClick={() => end.mutate()}>
          {/* Wrapped in one element, because a button's label drops the spaces between its child nodes. */}
          <span>
            <Trans>
              End<span className={classes.rest}> sharing</span>
            </Trans>
          </span>
        </Button>
      </Group>
    </section>
  )
}

/** Shows the tracking quality. It is not announced to screen readers, because it changes too often. */
function TrackingStatus({ at, accuracyMeters, trouble, unsent }: TrackingState & { unsent: boolean }) {
  if (trouble)
    return (
      <Text span inherit c="var(--m-uncertain)">
        {' '}
        · {trouble}
      </Text>
    )
  if (!at) {
    return <> · {t`Finding you…`}</>
  }
  const accuracy =
    accuracyMeters === null || accuracyMeters === undefined ? null : formatAccuracy(accuracyMeters)
  return (
    <>
      {' '}
      ·{' '}
      <Trans>
        Last position <RelativeTime at={at} bySeconds={unsent} />
      </Trans>
      {accuracy !== null && ` · ${accuracy}`}
    </>
  )
}

function useSharingActions() {
  const client = useQueryClient()
  const commonOptions = {
    failed: t`The server couldn’t be reached. Try again.`,
    invalidatesUnlessLive: [orpc.presence.mySharing.key()],
  }
  const pause = useAct({
    ...commonOptions,
    call: (paused: boolean) => api.presence.pauseSharing({ paused }),
    onDone: sharing => client.setQueryData(orpc.presence.mySharing.queryKey(), { sharing }),
  })
  const end = useAct({
    ...commonOptions,
    call: () => api.presence.endSharing(),
    onDone: () => client.setQueryData(orpc.presence.mySharing.queryKey(), { sharing: null }),
  })
  return { pause, end }
}
