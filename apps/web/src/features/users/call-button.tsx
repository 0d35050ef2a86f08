import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import { api } from '../../lib/api.ts'
import { errorText } from '../../lib/error-text.ts'
import { toTelephoneUrl } from '../../lib/telephone.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { notify } from '../../ui/toast/notify.ts'

type Props = {
  zoneId: string
  userId: string
  name: string
  onDetails: () => void
  /** True if the person asked for help, so that calling them is the primary action. */
  isUrgent?: boolean
}

/** The number is requested on click, because the server checks the permission and logs the view. */
export function CallButton({ zoneId, userId, name, onDetails, isUrgent = false }: Props) {
  const call = useAct({
    call: () => api.users.detail({ zoneId, userId }),
    onDone: ({ member }) => {
      if (member?.phone) window.open(toTelephoneUrl(member.phone), '_self')
      else
        notify.info(t`${name} has no phone number`, t`See their details for other ways to reach them.`, {
          action: { label: t`Show details`, run: onDetails },
        })
    },
    failed: error => [
      t`${name} couldn’t be called`,
      errorText(error, t`Their phone number couldn’t be loaded. Try again.`),
    ],
  })
  const icon = <IconPhone size="1.25rem" aria-hidden />
  const buttonProps = {
    'aria-label': t`Call ${name}`,
    title: t({ message: 'Call', context: 'verb' }),
    'data-no-print': true,
    disabled: call.isPending,
    onClick: () => call.mutate(),
  }
  return isUrgent ? (
    <Button {...buttonProps} color="red" mih={44} px="sm" leftSection={icon}>
      <Trans context="verb">Call</Trans>
    </Button>
  ) : (
    <ActionIcon {...buttonProps} variant="default" size="max(44px, var(--m-control))">
      {icon}
    </ActionIcon>
  )
}
