import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack, Text } from '@mantine/core'
import type { VisitedPlace } from '@muster/contract/visitors.ts'
import { Alarm } from '../../../ui/alarm/alarm.tsx'
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx'
import { VisitFrame } from './visit-frame.tsx'

type Props = {
  place: VisitedPlace
  /** When the server was last reached, if it is out of reach now. */
  lostSince: string | undefined
}

/** People leave in an emergency, and nobody signs out another person by a tap. */
export function KioskEmergency({ place: { zoneName, emergencies }, lostSince }: Props) {
  return (
    // Another language reloads the page, which would be empty without the server.
    <VisitFrame place={zoneName} isKiosk isCentred offersLanguages={lostSince === undefined}>
      <Stack role="alert">
        {lostSince !== undefined && (
          <ProblemAlert>{t`The kiosk can’t reach the server. Last updated at ${lostSince}.`}</ProblemAlert>
        )}
        {emergencies.map((emergency, index) => (
          <Alarm key={emergency.id} emergency={emergency} order={index === 0 ? 1 : 2} />
        ))}
        <Text size="md">
          <Trans>
            Nobody signs in or out here now. Tell a captain or your host that you’re safe, or answer on your
            phone.
          </Trans>
        </Text>
      </Stack>
    </VisitFrame>
  )
}
