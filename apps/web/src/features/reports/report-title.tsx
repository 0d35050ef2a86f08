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

/** The subject of the report, its days and their time zone, when it was made, and since when data is stored. */
export function ReportTitle({ document, actions }: Props) {
  const { kind, subject, group, person, from, to, timeZone, zonesDiffer, madeAt, keptSince } = document
  const ofPeople = kind === 'attendance' || kind === 'presence'
  const beginsTooEarly = from < dayIn(timeZone, Date.parse(keptSince))
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
        {from === to ? formatDay(from) : t`${formatDay(from)} to ${formatDay(to)}`}. Days begin at midnight
        {zonesDiffer ? ' of each zone;' : ' and'} times are those of {timeZone}.
      </p>
      <p>
        Data is kept since {formatDateIn(timeZone, keptSince)}.{' '}
        {ofPeople && t`People who have left the zone are not shown. `}
        Made {formatMomentIn(timeZone, madeAt)}.
      </p>
      {beginsTooEarly && (
        <CautionNote>
          <Trans>
            These days begin before {formatDateIn(timeZone, keptSince)}: what happened earlier is no longer
            kept and is missing here.
          </Trans>
        </CautionNote>
      )}
    </Flex>
  )
}
