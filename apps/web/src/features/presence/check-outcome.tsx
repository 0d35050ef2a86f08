import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Flex, Text } from '@mantine/core'
import type { Zone } from '@muster/contract/zones.ts'
import {
  type Icon,
  IconAlertTriangle,
  IconClockExclamation,
  IconCloudOff,
  IconMapPinCheck,
  IconMapPinOff,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatAccuracy, formatMeters } from '../../lib/format-accuracy.ts'
import { formatPlace } from '../../lib/format-place.ts'
import { type Tone, toneStyle } from '../../ui/badges/tag.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { useNow } from '../../ui/time/use-now.ts'
import { CheckDrawing, type OptionalShape } from './check-drawing.tsx'
import classes from './check-position.module.css'
import { isPast, listOtherZones, pastVerdictText, verdictText } from './check-texts.ts'
import { OtherZone } from './other-zone.tsx'
import type { CheckState } from './use-check-position.ts'

type BoxProps = {
  tone: Tone
  icon: Icon
  title: string
  children?: ReactNode
}

export function OutcomeBox({ tone, icon: Icon, title, children }: BoxProps) {
  return (
    <div className={classes.outcome} style={toneStyle(tone)} data-tone={tone}>
      <span className={classes.icon}>
        <Icon size="1.5rem" stroke={1.8} aria-hidden />
      </span>
      <Text span size="md" fw={600} c="var(--tone)">
        {title}
      </Text>
      {children}
    </div>
  )
}

/** Stays until the next check. `WaitingChecks` shows queued checks. */
export function CheckOutcome({ state, showPlace, zone }: VerdictDisplay & { state: CheckState }) {
  if (state.step === 'answered') return <Verdict {...state} showPlace={showPlace} zone={zone} />
  if (state.step === 'unsent' && state.queued === 'full') {
    return (
      <OutcomeBox tone="danger" icon={IconCloudOff} title={state.text}>
        <span>
          <Trans>
            Your position hasn’t been recorded yet, and this device has no room for another check. Send it
            again. It counts only once.
          </Trans>
        </span>
      </OutcomeBox>
    )
  }
  if (state.step === 'refused') {
    return (
      <OutcomeBox tone="danger" icon={IconAlertTriangle} title={state.title}>
        <span>{state.text}</span>
        {state.next && <span>{state.next}</span>}
      </OutcomeBox>
    )
  }
  return null
}

type AnsweredCheck = Pick<Extract<CheckState, { step: 'answered' }>, 'check' | 'answer'>
type VerdictDisplay = { showPlace: boolean; zone: Pick<Zone, 'id'> & OptionalShape }

/** Shows the server's verdict on a check, with a drawing. A verdict on an old reading is never green and offers no actions. */
export function Verdict({ answer, check, showPlace, zone }: AnsweredCheck & VerdictDisplay) {
  const now = useNow()
  const { verdict, inside, certainty, change, distanceToCenterM, distanceToEdgeM, capturedAt } = answer
  const isUncertain = certainty === 'uncertain'
  const facts = { ...answer, accuracyMeters: check.accuracyMeters }
  const isPastReading = isPast(check.capturedAt, now)
  const isDoubtful = isUncertain || isPastReading
  const edgeDistance = formatMeters(distanceToEdgeM)
  const centerDistance = formatMeters(distanceToCenterM)
  return (
    <OutcomeBox
      tone={isDoubtful ? 'caution' : inside ? 'inside' : 'quiet'}
      icon={isDoubtful ? IconClockExclamation : inside ? IconMapPinCheck : IconMapPinOff}
      title={isPastReading ? pastVerdictText(facts, check.capturedAt, now) : verdictText(facts)}
    >
      {!isPastReading &&
        listOtherZones(answer).map(otherZone => <OtherZone key={otherZone.zoneId} {...otherZone} />)}
      <Flex component="span" wrap="wrap" gap="2px 12px" data-figures>
        <span>
          <Trans>{edgeDistance} to the edge</Trans>
        </span>
        <span>
          <Trans>{centerDistance} to the centre</Trans>
        </span>
        <RelativeTime at={capturedAt} form="clock" />
        {check.accuracyMeters !== null && <span>{formatAccuracy(check.accuracyMeters)}</span>}
        {showPlace && <span>{formatPlace(check)}</span>}
      </Flex>
      <CheckDrawing zone={zone} at={check} />
      {verdict === 'unclear' && !isPastReading && (
        <span>
          <Trans>
            Saved, but not accurate enough to tell whether you’re inside or outside. Move outdoors or near a
            window, then check again.
          </Trans>
        </span>
      )}
      {isUncertain && verdict !== 'unclear' && !isPastReading && (
        <span>
          <Trans>
            Uncertain: the edge of the zone is {edgeDistance} away, and your location is less accurate than
            that. Move outdoors, then check again.
          </Trans>
        </span>
      )}
      {change === 'stale' && (
        <span>{t`A newer position has already been recorded, so this one isn’t used.`}</span>
      )}
    </OutcomeBox>
  )
}
