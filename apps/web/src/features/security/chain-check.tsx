import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Group, Text } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { orpc } from '../../lib/api.ts'
import { formatCount } from '../../lib/format-count.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { AgeGrey } from '../../ui/live/age-grey.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { Verdict } from './verdict.tsx'

/** Recomputes the hash chain of the log on request, and names the first event that was altered or removed. */
export function ChainCheck({ onShowEvent }: { onShowEvent: (number: number) => void }) {
  const headingId = useId()
  // Runs only on request, because it reads the whole log. The result stays cached.
  const checkQuery = useQuery({
    ...orpc.security.verifyChain.queryOptions(),
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const { data } = checkQuery
  const checkedAt = data && new Date(checkQuery.dataUpdatedAt).toISOString()
  return (
    <Panel component="section" gap="sm" aria-labelledby={headingId} aria-busy={checkQuery.isFetching}>
      <Group justify="space-between" gap="xs" mih="var(--m-control)">
        <h2 id={headingId}>{t`Security log`}</h2>
        {!checkQuery.isError && (
          <Button
            variant="default"
            icon={IconLink}
            disabled={checkQuery.isFetching}
            onClick={() => void checkQuery.refetch()}
          >
            {checkQuery.isFetching ? t`Verifying…` : t`Verify the log`}
          </Button>
        )}
      </Group>
      <Text c="dimmed">
        <Trans>
          Each event contains a fingerprint of itself and of the event before it. Verifying recalculates every
          fingerprint to find altered or removed events.
        </Trans>
      </Text>
      {checkQuery.isError && (
        <ErrorState title={t`The log couldn’t be verified`} query={checkQuery} staleSince={checkedAt} />
      )}
      <div role="status">
        {!data && !checkQuery.isError && (
          <Verdict state="unknown" title={checkQuery.isFetching ? t`Verifying…` : t`Not verified yet`}>
            {checkQuery.isFetching
              ? t`Verifying a long log takes a while. You can keep working.`
              : t`The server verifies the log every night and records an event if something is wrong.`}
          </Verdict>
        )}
        {data && checkedAt && (
          <AgeGrey stale={checkQuery.isError}>
            {data.intact ? (
              <Verdict state="good" title={t`Intact`}>
                <Trans>
                  <Plural value={{ count: data.events }} one="# event" other="# events" /> verified{' '}
                  <RelativeTime at={checkedAt} />. Nothing was altered.
                </Trans>
              </Verdict>
            ) : (
              <BrokenChain
                number={data.firstBroken}
                problem={data.problem}
                checkedAt={checkedAt}
                onShowEvent={onShowEvent}
              />
            )}
          </AgeGrey>
        )}
      </div>
    </Panel>
  )
}

type BrokenChainProps = {
  number: number | null
  problem: 'altered' | 'missing' | null
  checkedAt: string
  onShowEvent: (number: number) => void
}

function brokenTitle(brokenNumber: number | null, problem: BrokenChainProps['problem']): string {
  const number = brokenNumber === null ? undefined : formatCount(brokenNumber)
  if (problem === 'missing')
    return number === undefined ? t`An event is missing` : t`Event #${number} is missing`
  return number === undefined ? t`An event was altered` : t`Event #${number} was altered`
}

function BrokenChain({ number, problem, checkedAt, onShowEvent }: BrokenChainProps) {
  return (
    <Verdict state="bad" title={brokenTitle(number, problem)}>
      <p>
        <Trans>
          Found <RelativeTime at={checkedAt} />. From here on, the log can’t be trusted. Make a copy of the
          database, then find out who had write access to it.
        </Trans>
      </p>
      {problem !== 'missing' && number !== null && (
        <Button variant="default" mt="sm" onClick={() => onShowEvent(number)}>
          {t`Show the event`}
        </Button>
      )}
    </Verdict>
  )
}
