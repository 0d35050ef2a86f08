import { Trans } from '@lingui/react/macro'
import type { EmergencyPerson } from '@muster/contract/emergencies.ts'
import { Name } from '../../ui/people/name.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'

/** The person was seen outside all zones of the emergency since they are missing. */
export function SeenOutside({ at }: { at: string }) {
  return (
    <strong>
      <Trans>
        Seen outside at <RelativeTime at={at} form="clock" />
      </Trans>
    </strong>
  )
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
