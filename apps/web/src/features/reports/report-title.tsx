import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Flex, Group } from '@mantine/core'
import type { ReportDocument } from '@muster/contract/report-document.ts'
import { dayIn } from '@muster/domain/report-span.ts'
import type { ReactNode } from 'react'
import { Name } from '../../ui/people/name.tsx'
import { CautionNote } from '../../ui/states/caution-note.tsx'
import { formatDateIn, formatDay, formatMomentIn } from './format-cell.ts'
import { kindLabels } from './report-words.ts'

type Props = { document: ReportDocument; actions?: ReactNode }

/** Shows the subject of the report, its days and time zone, when it was created, and how far back data is stored. */
export function ReportTitle({ document, actions }: Props) {
  const { kind, subject, group, person, from, to, timeZone, zonesDiffer, madeAt, keptSince } = document
  const isAboutPeople = kind === 'attendance' || kind === 'presence'
  const beginsTooEarly = from < dayIn(timeZone, Date.parse(keptSince))
  const first = formatDay(from)
  const last = formatDay(to)
  const oldest = formatDateIn(timeZone, keptSince)
  const created = formatMomentIn(timeZone, madeAt)
  return (
    <Flex component="header" direction="column" gap={2} c="dimmed">
      <Group gap="8px 16px" mb={{ base: 'xs', sm: 0 }}>
        <Box component="h2" flex="1 1 14rem" miw={0} c="var(--m-text)" fz="lg" lh={1.3}>
          {kindLabels[kind]}: <Name>{subject}</Name>
        </Box>
        {actions && (
          <Group gap="xs" data-no-print>
            {actions}
          </Group>
        )}
      </Group>
      {group !== undefined && (
        <p>
          <Trans>
            Group: <Name>{group}</Name>
          </Trans>
        </p>
      )}
      {person !== undefined && (
        <p>
          <Trans>
            Person: <Name>{person}</Name>
          </Trans>
        </p>
      )}
      <p>
        {from === to ? first : t`${first} to ${last}`}.{' '}
        {zonesDiffer ? (
          <Trans>Days start at midnight in each zone’s time zone. Times are shown in {timeZone}.</Trans>
        ) : (
          <Trans>Days start at midnight. Times are shown in {timeZone}.</Trans>
        )}
      </p>
      <p>
        <Trans>Data is available from {oldest}.</Trans>{' '}
        {isAboutPeople && t`People who have left the zone aren’t shown.`} <Trans>Created {created}.</Trans>
      </p>
      {beginsTooEarly && (
        <CautionNote>
          <Trans>Records from before {oldest} have been deleted and aren’t included.</Trans>
        </CautionNote>
      )}
    </Flex>
  )
}
