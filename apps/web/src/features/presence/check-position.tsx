import { t } from '@lingui/core/macro'
import { Group, Loader, Stack, VisuallyHidden } from '@mantine/core'
import type { Zone } from '@muster/contract/zones.ts'
import { IconCurrentLocation, IconSend } from '@tabler/icons-react'
import { useEffect, useId } from 'react'
import { checkRequest } from '../../lib/check-request.ts'
import { formatAccuracy } from '../../lib/format-accuracy.ts'
import type { PageRequest } from '../../lib/page-request.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { usePageRequest } from '../../lib/use-page-request.ts'
import { Button } from '../../ui/button.tsx'
import { useDialog } from '../../ui/dialogs/use-dialogs.ts'
import { useAfter } from '../../ui/time/use-after.ts'
import { EnterZoneDialog } from '../auth/public.ts'
import { ConsentDialog } from '../consents/public.tsx'
import type { OptionalShape } from './check-drawing.tsx'
import { CheckOutcome } from './check-outcome.tsx'
import classes from './check-position.module.css'
import { type CheckState, useCheckPosition } from './use-check-position.ts'
import { WaitingChecks } from './waiting-checks.tsx'

type Props = {
  zone: Pick<Zone, 'id' | 'name'> & OptionalShape
  screen: 'member' | 'zone'
  label?: string
  /** Renders the large primary button of the member's screen, which the round button of the bottom bar also triggers. */
  large?: boolean
  showPlace?: boolean
  /** Starts the check once for each request, which it consumes. */
  request?: PageRequest | undefined
}

function progressText(state: CheckState): string | undefined {
  if (state.step === 'checking') return t`Checking…`
  if (state.step !== 'finding') return undefined
  if (state.accuracyMeters === null) return t`Finding you…`
  const accuracy = formatAccuracy(state.accuracyMeters)
  return t`Finding you… ${accuracy}`
}

export function CheckPosition({
  zone,
  screen,
  label = t`Check Position`,
  large = false,
  showPlace = false,
  request,
}: Props) {
  const { state, busy, start, sendAgain, drop } = useCheckPosition(zone, screen)
  const { consent } = useMe()
  const asking = useDialog()
  const startWithConsent = async () => (consent === 'unasked' ? asking.open() : start())
  const outcomeId = useId()
  usePageRequest(checkRequest, large, () => void startWithConsent())
  useEffect(() => {
    if (request?.take() && !busy) void startWithConsent()
  })
  const isAnswered = state.step === 'answered'
  useEffect(() => {
    if (isAnswered) document.getElementById(outcomeId)?.scrollIntoView({ block: 'nearest' })
  }, [isAnswered, outcomeId])
  const zoneName = zone.name
  const progress = progressText(state)
  const shownId = state.step === 'checking' || state.step === 'needs-entry' ? state.check.id : undefined
  return (
    <Stack gap={0}>
      <Button
        variant={large ? 'filled' : 'default'}
        fullWidth={large}
        // A minimum instead of a fixed height, because large text wraps.
        mih={large ? 56 : undefined}
        fz={large ? 16 : undefined}
        leftSection={
          busy ? (
            <Loader size={18} color="currentcolor" aria-hidden />
          ) : (
            <IconCurrentLocation size="1.25rem" aria-hidden />
          )
        }
        // Not `disabled`, which would lose the keyboard focus during the check.
        aria-disabled={busy}
        data-busy={busy || undefined}
        data-scrolls-to-answer
        className={classes.check}
        aria-describedby={outcomeId}
        onClick={() => void (busy ? undefined : startWithConsent())}
      >
        {progress ?? label}
      </Button>
      <div id={outcomeId} className={classes.result} role="status" aria-label={t`Position in ${zoneName}`}>
        <CheckOutcome state={state} showPlace={showPlace} zone={zone} />
        {state.step === 'finding' && <VisuallyHidden>{t`Finding you…`}</VisuallyHidden>}
      </div>
      {state.step === 'finding' && <FindingPosition {...state} />}
      {state.step === 'unsent' && state.queued === 'full' && (
        <Group gap="xs" mt="sm">
          <Button variant="default" icon={IconSend} points onClick={() => void sendAgain()}>
            {t`Send again`}
          </Button>
        </Group>
      )}
      <WaitingChecks zone={zone} shownId={shownId} idle={state.step === 'idle'} />
      <ConsentDialog {...asking.props} onAgreed={() => void start()} />
      <EnterZoneDialog
        zone={zone}
        opened={state.step === 'needs-entry'}
        onClose={drop}
        onEntered={() => void sendAgain()}
      />
    </Stack>
  )
}

/** Milliseconds after which a pending reading can be cancelled. */
const slowAfterMs = 5_000

/** The device refines a reading up to a time limit. Until then, its accuracy can be accepted or, after `slowAfterMs`, it is cancelled. */
function FindingPosition({ accuracyMeters, useNow, cancel }: Extract<CheckState, { step: 'finding' }>) {
  const isSlow = useAfter(slowAfterMs)
  return (
    <Group gap="xs" mt="sm">
      {useNow && accuracyMeters !== null && (
        <Button variant="default" onClick={useNow}>
          {t`Use this position`}
        </Button>
      )}
      {isSlow && (
        <Button variant="default" onClick={cancel}>
          {t`Cancel`}
        </Button>
      )}
    </Group>
  )
}
