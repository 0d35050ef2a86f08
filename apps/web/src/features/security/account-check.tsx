import { t } from '@lingui/core/macro'
import { Box, Button, Group, TextInput } from '@mantine/core'
import { IconHelpCircle, IconShieldCheck } from '@tabler/icons-react'
import { type FormEvent, useId, useState } from 'react'
import { api } from '../../lib/api.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { FailedAct } from '../../ui/forms/failed-act.tsx'
import { focusFirstMarked } from '../../ui/forms/focus-marked.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { AccountAct } from './account-act.tsx'
import classes from './security.module.css'
import { Failures, SuspicionTag } from './suspicion-tag.tsx'

export function AccountCheck({ onShowEvents }: { onShowEvents: (userId: string) => void }) {
  const headingId = useId()
  const [email, setEmail] = useState('')
  const [isEmailMissing, setIsEmailMissing] = useState(false)
  const checkAction = useAct({
    call: async (userEmail: string) => ({
      email: userEmail,
      ...(await api.security.checkSuspiciousActivity({ userEmail })),
    }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const trimmedEmail = email.trim()
    setIsEmailMissing(trimmedEmail === '')
    if (trimmedEmail === '') return focusFirstMarked(event.currentTarget)
    checkAction.mutate(trimmedEmail)
  }
  const result = checkAction.data
  const checkedEmail = result?.email ?? ''
  return (
    <Panel component="section" gap="sm" aria-labelledby={headingId}>
      <h2 id={headingId}>{t`Check an account`}</h2>
      <form noValidate onSubmit={submit} className={classes.ask}>
        <TextInput
          label={t`Email`}
          type="email"
          autoComplete="off"
          spellCheck={false}
          maxLength={254}
          value={email}
          onChange={event => {
            setEmail(event.currentTarget.value)
            setIsEmailMissing(false)
          }}
          error={isEmailMissing && t`Enter the account’s email`}
          flex="1 1 200px"
        />
        <Button type="submit" variant="default" disabled={checkAction.isPending}>
          {checkAction.isPending ? t`Checking…` : t`Check`}
        </Button>
      </form>
      <FailedAct act={checkAction} failed={t`The account couldn’t be checked. Try again.`} />
      <div role="status">
        {result && !checkAction.isPending && (
          <Group gap="8px 16px" pt="sm" style={{ borderTop: '1px solid var(--m-line)' }}>
            {result.userId === null ? (
              <>
                <Tag icon={IconHelpCircle} outlined>
                  {t`Unknown`}
                </Tag>
                <Box component="span" flex="1 1 200px">
                  {t`No account found for ${checkedEmail}.`}
                </Box>
              </>
            ) : (
              <>
                {result.isSuspicious ? (
                  <SuspicionTag shouldLock={result.shouldLock} />
                ) : (
                  <Tag tone="good" icon={IconShieldCheck}>
                    {t`Not suspicious`}
                  </Tag>
                )}
                <Box component="span" flex="1 1 200px">
                  {result.email}
                </Box>
                <Failures recent={result.recentFailures} total={result.totalFailures} />
                <Button
                  variant="default"
                  aria-label={t`Show events for ${checkedEmail}`}
                  onClick={() => result.userId && onShowEvents(result.userId)}
                >
                  {t`Show events`}
                </Button>
                {result.account && (
                  <AccountAct
                    userId={result.userId}
                    who={result.email}
                    account={result.account}
                    onSet={() => checkAction.mutate(result.email)}
                  />
                )}
              </>
            )}
          </Group>
        )}
      </div>
    </Panel>
  )
}
