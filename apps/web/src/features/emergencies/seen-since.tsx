import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import type { EmergencyPerson } from '@muster/contract/emergencies.ts'
import { formatClock } from '../../lib/format-time.ts'
import { Name } from '../../ui/people/name.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'

/** The person was seen outside all zones of the emergency since they are missing. */
export function SeenOutside({ at }: { at: string }) {
  const clock = formatClock(new Date(at), new Date())
  return <Text size="sm" fw={600}>{t`Seen outside at ${clock}`}</Text>
}

/** The person's badge went out since the declaration, which says where they left and not where they are. */
export function BadgeOut({ at, reader }: NonNullable<EmergencyPerson['badgeOut']>) {
  return (
    <strong>
      <Trans>
        Badge out at <RelativeTime at={at} form="clock" />
      </Trans>
      {reader !== '' && (
        <>
          {', '}
          <Name>{reader}</Name>
        </>
      )}
    </strong>
  )
}
