import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Flex, Stack, Text } from '@mantine/core'
import type { OwnPin } from '@muster/contract/zones.ts'
import { IconLock, IconUserQuestion } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { api, orpc } from '../../lib/api.ts'
import { errorText, hasCode } from '../../lib/error-text.ts'
import { formatClock } from '../../lib/format-time.ts'
import { Button } from '../../ui/button.tsx'
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { useNow } from '../../ui/time/use-now.ts'
import { formatCountdown } from './pin-failure.ts'

type Props = { zoneId: string; lock: OwnPin; onCancel: () => void }

export function PinLocked({ zoneId, lock, onCancel }: Props) {
  const client = useQueryClient()
  const now = useNow(true)
  const lockedUntil = lock.lockedUntil === null ? null : new Date(lock.lockedUntil)
  const time = lockedUntil && formatClock(lockedUntil, new Date(now))
  const requestReset = useAct({
    call: () => api.zones.askPinReset({ zoneId }),
    onDone: ({ askedAt }) =>
      client.setQueryData(orpc.zones.myPin.queryKey(), old => old && { ...old, resetAskedAt: askedAt }),
    // PIN_NOT_LOCKED means that the PIN has been unlocked in the meantime.
    onError: error => {
      if (hasCode(error, 'PIN_NOT_LOCKED'))
        void client.invalidateQueries({ queryKey: orpc.zones.myPin.key() })
    },
  })
  return (
    <Stack gap="sm">
      <Flex role="alert" component="p" align="center" gap="xs" fw={600} c="var(--m-danger)">
        <IconLock size="1.25rem" aria-hidden />
        {time
          ? t`Too many wrong PINs. Try again at ${time}.`
          : t`Too many wrong PINs. Ask a zone manager to reset your PIN.`}
      </Flex>
      {lockedUntil && (
        // Not announced every second, because the line above gives the time.
        <Text role="timer" size="xl" fw={600} data-figures aria-label={t`Time left`}>
          {formatCountdown(lockedUntil.getTime() - now)}
        </Text>
      )}
      <p role="status">
        {lock.resetAskedAt ? (
          <Trans>
            You asked the zone managers <RelativeTime at={lock.resetAskedAt} />. You can enter as soon as one
            of them resets your PIN.
          </Trans>
        ) : (
          t`A zone manager can reset your PIN at any time.`
        )}
      </p>
      {requestReset.isError && !hasCode(requestReset.error, 'PIN_NOT_LOCKED') && (
        <ProblemAlert>
          {errorText(requestReset.error, t`The request couldn’t be sent. Try again.`)}
        </ProblemAlert>
      )}
      <DialogButtons>
        <Button variant="default" onClick={onCancel}>
          {t`Close`}
        </Button>
        {!lock.resetAskedAt && (
          <Button
            icon={IconUserQuestion}
            onClick={() => requestReset.mutate()}
            disabled={requestReset.isPending}
            data-autofocus
          >
            {requestReset.isPending ? t`Asking…` : t`Ask a zone manager`}
          </Button>
        )}
      </DialogButtons>
    </Stack>
  )
}
