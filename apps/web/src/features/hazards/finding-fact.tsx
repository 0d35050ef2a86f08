import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import type { HazardDetail } from '@muster/contract/hazards.ts'
import { Link } from '@tanstack/react-router'
import { formatDate } from '../../lib/format-day.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'

/** The emergency or drill that a notification comes from, with a link to its report for those who may read it. */
export function FindingFact({ finding }: { finding: NonNullable<HazardDetail['finding']> }) {
  const { may } = useSelectedZone()
  const { drill, zoneName, emergencyId } = finding
  const day = formatDate(new Date(finding.declaredAt))
  const place = zoneName ?? t`All zones`
  const text = drill ? t`Drill, ${place}, ${day}` : t`Emergency, ${place}, ${day}`
  return (
    <>
      <dt>
        <Trans>Finding of</Trans>
      </dt>
      <dd dir="auto">
        {may('view_attendance') ? (
          <Anchor
            renderRoot={props => <Link {...props} to="/emergencies/$emergencyId" params={{ emergencyId }} />}
          >
            {text}
          </Anchor>
        ) : (
          text
        )}
      </dd>
    </>
  )
}
