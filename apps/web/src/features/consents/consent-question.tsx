import { t } from '@lingui/core/macro'
import { Button, Stack } from '@mantine/core'
import { limits } from '@muster/domain/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx'
import { FailedAct } from '../../ui/forms/failed-act.tsx'
import { notify } from '../../ui/toast/notify.ts'
import { ConsentLines } from './consent-lines.tsx'
import { useDecide } from './use-decide.ts'

type Props = { onAgreed?: () => void; onRefused: () => void }

/** Asks for consent before a person is first located, if no form has asked for it, or again after they have withdrawn it. */
export function ConsentQuestion({ onAgreed, onRefused }: Props) {
  const settings = useQuery(orpc.auth.settings.queryOptions())
  const decide = useDecide('sign_in')
  const { consent } = useMe()
  const refuse = () => {
    // Consent was already withdrawn, so nothing is sent and the log keeps the original date.
    if (consent === 'withdrawn') return onRefused()
    decide.mutate('withdrawn', {
      onSuccess: () => {
        notify.success(t`Your position isn’t recorded`, t`You can change this in Settings at any time.`)
        onRefused()
      },
    })
  }
  return (
    <>
      <Stack gap="sm">
        <FailedAct act={decide} failed={t`Your answer couldn’t be saved. Try again.`} />
        <p>{t`Do you agree to Muster recording where you are?`}</p>
        <ConsentLines retentionDays={settings.data?.retentionDays ?? limits.retentionDays} />
      </Stack>
      <DialogButtons working={decide.isPending}>
        <Button variant="default" disabled={decide.isPending} onClick={refuse}>
          {t`I don’t agree`}
        </Button>
        <Button loading={decide.isPending} onClick={() => decide.mutate('given', { onSuccess: onAgreed })}>
          {t`I agree`}
        </Button>
      </DialogButtons>
    </>
  )
}
