import { t } from '@lingui/core/macro'
import { Button, Flex, Text } from '@mantine/core'
import { rateSuspicion, suspicionPolicy } from '@muster/domain/suspicion.ts'
import { IconShieldCheck } from '@tabler/icons-react'
import { useId } from 'react'
import { Rows } from '../../ui/layout/rows.tsx'
import { AgeGrey } from '../../ui/live/age-grey.tsx'
import { PersonChip } from '../../ui/people/person-chip.tsx'
import { EmailLine } from '../../ui/people/person-facts.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { AccountAct } from './account-act.tsx'
import { AccountCheck } from './account-check.tsx'
import { DashboardFailure } from './dashboard-failure.tsx'
import { Failures, SuspicionTag } from './suspicion-tag.tsx'
import type { Dashboard, DashboardQuery } from './use-dashboard.ts'

type Props = { dashboard: DashboardQuery; onShowEvents: (userId: string) => void }

const { recentToSuspect, recentToLock, totalToSuspect } = suspicionPolicy
const ruleText = t`An account is marked as suspicious after ${recentToSuspect} failed sign-ins in 15 minutes or ${totalToSuspect} in 24 hours. After ${recentToLock} in 15 minutes, suspend it until you’ve reached its owner.`

export function AccountsSection({ dashboard, onShowEvents }: Props) {
  const headingId = useId()
  const accounts = dashboard.data?.suspiciousAccounts
  return (
    <>
      <AccountCheck onShowEvents={onShowEvents} />
      <Flex component="section" direction="column" gap="xs" miw={0} aria-labelledby={headingId}>
        <h2 id={headingId}>{t`Suspicious now`}</h2>
        <Text c="dimmed">{ruleText}</Text>
        <DashboardFailure dashboard={dashboard} />
        {dashboard.isPending && <ListSkeleton count={3} />}
        {accounts?.length === 0 && !dashboard.isError && (
          <EmptyState
            icon={IconShieldCheck}
            title={t`No suspicious accounts`}
            text={t`No account had an unusual number of failed sign-ins in the last 24 hours.`}
          />
        )}
        {accounts && accounts.length > 0 && (
          <AgeGrey stale={dashboard.isError}>
            <Rows framed aria-labelledby={headingId}>
              {accounts.map(account => (
                <AccountRow
                  key={account.userId}
                  account={account}
                  onShowEvents={() => onShowEvents(account.userId)}
                />
              ))}
            </Rows>
          </AgeGrey>
        )}
      </Flex>
    </>
  )
}

type RowProps = { account: Dashboard['suspiciousAccounts'][number]; onShowEvents: () => void }

function AccountRow({ account, onShowEvents }: RowProps) {
  const { userId, name, email, recentFailures, totalFailures } = account
  const person = name || email
  const { shouldLock } = rateSuspicion({ recent: recentFailures, total: totalFailures })
  return (
    <li>
      <PersonChip name={name || email} detail={name ? <EmailLine address={email} /> : undefined} />
      <SuspicionTag shouldLock={shouldLock} />
      <Failures recent={recentFailures} total={totalFailures} />
      <Button variant="default" onClick={onShowEvents} aria-label={t`Show events for ${person}`}>
        {t`Show events`}
      </Button>
      <AccountAct userId={userId} who={name || email} account={account} />
    </li>
  )
}
