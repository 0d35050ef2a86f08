import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Flex, Group, Skeleton, Text } from '@mantine/core'
import { IconLockOff, IconRefresh, IconShieldOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { orpc } from '../../lib/api.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { AgeGrey } from '../../ui/live/age-grey.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import classes from './security.module.css'
import { securityStaleTime } from './use-security-events.ts'
import { Verdict } from './verdict.tsx'

const problemTexts = {
  rls_disabled: { icon: IconLockOff, word: t`Row-level security is off` },
  no_policy: { icon: IconShieldOff, word: t`No policy` },
} as const

export function RlsAudit() {
  const headingId = useId()
  const auditQuery = useQuery({
    ...orpc.security.auditRlsCompliance.queryOptions(),
    staleTime: securityStaleTime,
  })
  const { data } = auditQuery
  const checkedAt = data && new Date(auditQuery.dataUpdatedAt).toISOString()
  return (
    <Panel component="section" gap="sm" aria-labelledby={headingId} aria-busy={auditQuery.isFetching}>
      <Group justify="space-between" gap="xs" mih="var(--m-control)">
        <h2 id={headingId}>{t`Row-level security`}</h2>
        {data && !auditQuery.isError && (
          <Button
            variant="default"
            icon={IconRefresh}
            disabled={auditQuery.isFetching}
            onClick={() => void auditQuery.refetch()}
          >
            {auditQuery.isFetching ? t`Checking…` : t`Check again`}
          </Button>
        )}
      </Group>
      <Text c="dimmed">
        <Trans>
          The database itself keeps people from accessing rows that aren’t theirs. Tables without this
          protection, or without a policy, are listed as findings.
        </Trans>
      </Text>
      <Loaded
        query={auditQuery}
        failure={t`Row-level security couldn’t be audited`}
        skeleton={<Skeleton height={84} />}
      />
      {data && checkedAt && (
        <AgeGrey stale={auditQuery.isError}>
          <div role="status">
            <Verdict
              state={data.compliant ? 'good' : 'bad'}
              title={
                data.compliant
                  ? t`Compliant`
                  : t`${plural({ count: data.findings.length }, { one: '# finding', other: '# findings' })}`
              }
            >
              <Trans>
                <Plural value={{ count: data.tablesChecked }} one="# table" other="# tables" /> checked{' '}
                <RelativeTime at={checkedAt} />.
              </Trans>{' '}
              {data.compliant
                ? t`All of them are protected.`
                : t`Until this is fixed, people may see data that isn’t theirs. Tell whoever runs the database.`}
            </Verdict>
          </div>
          {data.findings.length > 0 && (
            <Flex component="ul" direction="column" gap="xs" mt="sm" aria-label={t`Findings`}>
              {data.findings.map(({ schema, table, problem }) => (
                <Flex
                  key={`${schema}.${table}.${problem}`}
                  component="li"
                  wrap="wrap"
                  align="center"
                  justify="space-between"
                  gap="xs"
                >
                  <code className={classes.code}>
                    {schema}.{table}
                  </code>
                  <Tag tone="danger" icon={problemTexts[problem].icon}>
                    {problemTexts[problem].word}
                  </Tag>
                </Flex>
              ))}
            </Flex>
          )}
        </AgeGrey>
      )}
    </Panel>
  )
}
