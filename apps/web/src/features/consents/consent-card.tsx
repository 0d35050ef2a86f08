import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Flex } from '@mantine/core'
import { consentVersion } from '@muster/domain/consent.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { orpc } from '../../lib/api.ts'
import { errorTextWithTime } from '../../lib/error-text.ts'
import { sharingWithdrawnText } from '../../ui/badges/presence-badge.tsx'
import { Tag } from '../../ui/badges/tag.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { ConsentLines } from './consent-lines.tsx'
import { useDecide } from './use-decide.ts'

const failureText = (error: unknown) => errorTextWithTime(error, t`Your answer couldn’t be saved. Try again.`)

export function ConsentCard() {
  const query = useQuery({ ...orpc.consents.mine.queryOptions(), staleTime: 0 })
  const decide = useDecide('settings')
  const [isAsking, setIsAsking] = useState(false)
  if (!query.data) return <Loaded query={query} failure={t`Failed to load your consent`} skeleton={2} />
  const { consent, retentionDays } = query.data
  const isGiven = consent?.decision === 'given'
  return (
    <>
      <Flex component="p" wrap="wrap" align="center" gap="4px 8px" role="status">
        {!consent && <Tag tone="quiet">{t`Not asked yet`}</Tag>}
        {consent && (
          <>
            <Tag tone={isGiven ? 'good' : 'quiet'}>{isGiven ? t`Given` : t`Withdrawn`}</Tag>
            <RelativeTime at={consent.decidedAt} />
            <span>· {t`Version ${{ version: consent.version }}`}</span>
          </>
        )}
      </Flex>
      <ConsentLines retentionDays={retentionDays} />
      {consent?.decision === 'withdrawn' && (
        <ProblemAlert>
          <Trans>
            Your position isn’t recorded: position checks and location apps aren’t accepted. Managers see “
            {sharingWithdrawnText}” instead of your last position.
          </Trans>
        </ProblemAlert>
      )}
      {decide.isError && !isAsking && <ProblemAlert>{failureText(decide.error)}</ProblemAlert>}
      <div>
        {isGiven && consent.version === consentVersion ? (
          <Button variant="default" onClick={() => setIsAsking(true)}>
            {t`Withdraw consent`}
          </Button>
        ) : (
          <Button variant="default" loading={decide.isPending} onClick={() => decide.mutate('given')}>
            {consent?.decision === 'withdrawn' ? t`Give consent again` : t`Give consent`}
          </Button>
        )}
      </div>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={t`Withdraw your consent?`}
        confirmLabel={t`Withdraw consent`}
        workingLabel={t`Withdrawing…`}
        onConfirm={() => decide.mutateAsync('withdrawn')}
        done={[t`Consent withdrawn`, t`Your position is no longer recorded.`]}
        failure={failureText}
      >
        <Trans>
          Your position checks and location apps will no longer be accepted, and you’ll stop sharing your
          position. Others will see that you withdrew your consent, but not your last position. Any visit in
          progress ends now. Positions already recorded are kept until their retention period ends. You can
          give your consent again here.
        </Trans>
      </ConfirmDialog>
    </>
  )
}
