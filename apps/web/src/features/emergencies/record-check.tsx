import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack, Text } from '@mantine/core'
import type { EmergencyRecord } from '@muster/contract/emergency-reports.ts'
import { type Icon, IconAlertTriangle, IconHistory, IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { orpc } from '../../lib/api.ts'
import { Tag, type Tone } from '../../ui/badges/tag.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { Name } from '../../ui/people/name.tsx'
import { FailedLine } from '../../ui/states/failed-line.tsx'
import { ClockContext } from '../../ui/time/clock-context.ts'
import { claimLabel } from './emergency-words.ts'

const verdicts: Readonly<Record<EmergencyRecord['state'], { tone: Tone; icon: Icon; text: string }>> = {
  matches: { tone: 'good', icon: IconShieldCheck, text: t`The report matches its record` },
  changed: { tone: 'danger', icon: IconAlertTriangle, text: t`The stored data no longer matches the record` },
  unproven: {
    tone: 'caution',
    icon: IconHistory,
    text: t`The record is no longer in the security log because of its age`,
  },
}

/** Number of the digest’s digits shown: enough to compare by eye. */
const shownDigits = 16

/** Compares the report with the record made at the all clear, and lists the answers that arrived after it. */
export function RecordCheck({ emergencyId }: { emergencyId: string }) {
  const query = useQuery(orpc.emergencyReports.record.queryOptions({ input: { emergencyId } }))
  if (query.isError && !query.data)
    return <FailedLine text={t`The record couldn’t be checked.`} query={query} />
  if (!query.data) return <Text c="dimmed">{t`Comparing the report with its record…`}</Text>
  const { record } = query.data
  if (!record)
    return (
      <Text c="dimmed">{t`There is no record of this report, because it is from an earlier version.`}</Text>
    )
  const { tone, icon, text } = verdicts[record.state]
  return (
    <Stack gap={4} align="flex-start">
      <Tag tone={tone} icon={icon}>
        {text}
      </Tag>
      <Text c="dimmed">
        <RecordFacts record={record} />
      </Text>
      {record.removedNames > 0 && (
        <Text c="dimmed">
          {t`${plural(record.removedNames, {
            one: '# name was removed since, because the account was deleted.',
            other: '# names were removed since, because the accounts were deleted.',
          })}`}
        </Text>
      )}
      {record.lateTotal > 0 && <LateAnswers record={record} />}
    </Stack>
  )
}

function RecordFacts({ record: { recordedAt, digest, eventNumber } }: { record: EmergencyRecord }) {
  const time = useContext(ClockContext).formatAbsolute(new Date(recordedAt))
  const shortDigest = digest.slice(0, shownDigits)
  return (
    <>
      <Trans>
        Recorded {time}, digest <code title={digest}>{shortDigest}</code>
      </Trans>
      {eventNumber !== null && (
        <>
          {' · '}
          <Trans>entry {eventNumber} of the security log</Trans>
        </>
      )}
    </>
  )
}

/** Answers that came from phones without a network, which the report contains and the record does not. */
function LateAnswers({ record: { late, lateTotal, recordedAt } }: { record: EmergencyRecord }) {
  const now = new Date()
  const { formatClock } = useContext(ClockContext)
  const time = formatClock(new Date(recordedAt), now)
  const more = lateTotal - late.length
  return (
    <details>
      <Text component="summary" mih={44} style={{ cursor: 'pointer', alignContent: 'center' }}>
        {t`${plural(lateTotal, {
          one: '# answer arrived after the record of',
          other: '# answers arrived after the record of',
        })} ${time}`}
      </Text>
      <Rows>
        {late.map(({ name, state, undoneState, words, at, receivedAt }) => {
          const [said, arrived] = [at, receivedAt].map(it => formatClock(new Date(it), now))
          return (
            <li key={`${name} ${receivedAt}`}>
              <Name>{name}</Name>
              <Text>
                {claimLabel({ state, undoneState, words })} ·{' '}
                <Trans>
                  said {said}, arrived {arrived}
                </Trans>
              </Text>
            </li>
          )
        })}
      </Rows>
      {more > 0 && <Text c="dimmed">{t`${plural(more, { other: 'and # more' })}`}</Text>}
    </details>
  )
}
