import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Text } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { Button } from '../../ui/button.tsx'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { PasswordForm } from '../../ui/forms/password-form.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { Day } from '../../ui/time/day.tsx'
import { notify } from '../../ui/toast/notify.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUpTwoStep } from './set-up-two-step.tsx'
import { useReloadTwoStep } from './use-reload-two-step.ts'
import { type SetUpFlow, useSetUp } from './use-set-up.ts'

/** The number of remaining recovery codes below which the person is reminded to create new ones. */
const lowCodeCount = 3

const dialogTitles = {
  'set-up': t`Set up two-step sign-in`,
  codes: t`New recovery codes`,
  off: t`Turn off two-step sign-in?`,
} as const

export function TwoStep() {
  const stateQuery = useQuery({ ...orpc.twoStep.state.queryOptions(), staleTime: 0 })
  const [dialog, setDialog] = useState<keyof typeof dialogTitles>()
  // Keeps the title while the dialog closes.
  const [latestDialog, setLatestDialog] = useState<keyof typeof dialogTitles>('set-up')
  const flow = useSetUp()
  const openDialog = (nextDialog: keyof typeof dialogTitles) => {
    flow.reset()
    setLatestDialog(nextDialog)
    setDialog(nextDialog)
  }
  const close = () => setDialog(undefined)

  if (!stateQuery.data)
    return <Loaded query={stateQuery} failure={t`Failed to load two-step sign-in`} skeleton={1} />
  const { since, recoveryCodesLeft, hasPassword } = stateQuery.data
  if (since === null && !hasPassword)
    return (
      <Text c="dimmed">
        <Trans>
          You don’t have a password, so there’s nothing to set up. A passkey counts as both steps, and your
          organisation’s sign-in asks for its own second step. If you set a password later, come back here.
        </Trans>
      </Text>
    )
  return (
    <>
      {since === null ? (
        <Group gap="xs">
          <Button variant="default" icon={IconShieldCheck} onClick={() => openDialog('set-up')}>
            {t`Set up two-step sign-in`}
          </Button>
        </Group>
      ) : (
        <>
          <p>
            <Trans>
              <Tag tone="good">On</Tag> since <Day at={since} />
            </Trans>
          </p>
          <Text
            {...(recoveryCodesLeft < lowCodeCount
              ? { c: 'var(--m-caution-text)', fw: 600 }
              : { c: 'dimmed' })}
          >
            {codesLeftText(recoveryCodesLeft)}
          </Text>
          <Group gap="xs">
            <Button variant="default" onClick={() => openDialog('codes')}>
              {t`New recovery codes`}
            </Button>
            <Button variant="default" onClick={() => openDialog('off')}>
              {t`Turn off`}
            </Button>
          </Group>
        </>
      )}
      <ResponsiveDialog opened={dialog !== undefined} onClose={close} title={dialogTitles[latestDialog]}>
        {latestDialog === 'set-up' && (
          <SetUpTwoStep
            flow={flow}
            onCancel={close}
            onDone={() => {
              close()
              notify.success(t`Two-step sign-in is on`, t`Your other devices are signed out.`)
            }}
          />
        )}
        {latestDialog === 'codes' && <RenewCodes flow={flow} onClose={close} />}
        {latestDialog === 'off' && <TurnOffForm onClose={close} />}
      </ResponsiveDialog>
    </>
  )
}

function codesLeftText(count: number): string {
  if (count === 0)
    return t`You have no recovery codes left. Create new ones so a lost phone doesn’t lock you out.`
  return count < lowCodeCount
    ? plural(count, {
        one: 'Only # recovery code left. Create new ones before they run out.',
        other: 'Only # recovery codes left. Create new ones before they run out.',
      })
    : plural(count, { one: '# recovery code left.', other: '# recovery codes left.' })
}

function RenewCodes({ flow, onClose }: { flow: SetUpFlow; onClose: () => void }) {
  const reload = useReloadTwoStep()
  if (flow.codes) return <RecoveryCodes codes={flow.codes} onDone={onClose} />
  return (
    <PasswordForm
      label={t`Create new codes`}
      workingLabel={t`Creating new codes…`}
      failed={t`New recovery codes couldn’t be created. Try again.`}
      onCancel={onClose}
      act={password => api.twoStep.renewRecoveryCodes({ password })}
      onDone={({ recoveryCodes }) => {
        flow.show(recoveryCodes)
        void reload()
      }}
    >
      {t`Your current codes stop working immediately.`}
    </PasswordForm>
  )
}

function TurnOffForm({ onClose }: { onClose: () => void }) {
  const reload = useReloadTwoStep()
  const { email } = useMe()
  return (
    <PasswordForm
      label={t`Turn off`}
      workingLabel={t`Turning off…`}
      failed={t`Two-step sign-in couldn’t be turned off. Try again.`}
      onCancel={onClose}
      act={password => api.twoStep.turnOff({ password })}
      onDone={() => {
        notify.success(t`Two-step sign-in is off`, t`You now sign in with just your password.`)
        onClose()
        void reload()
      }}
    >
      <Trans>
        You’ll sign in to {email} with just your password, and your recovery codes will stop working. If your
        organisation requires two-step sign-in, you’ll have to set it up again.
      </Trans>
    </PasswordForm>
  )
}
