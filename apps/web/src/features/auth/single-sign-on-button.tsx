import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { IconBuilding } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { errorTextWithTime } from '../../lib/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { redirectToSignIn } from './elsewhere.ts'

type Props = { disabled: boolean; requested: string | undefined }

export function SingleSignOnButton({ disabled, requested }: Props) {
  const settings = useQuery(orpc.auth.settings.queryOptions())
  const redirect = useAct({
    call: () => redirectToSignIn(address => window.location.assign(address), requested),
    failed: error => [t`Login Error`, errorTextWithTime(error, t`An unexpected error occurred`)],
  })
  const name = settings.data?.singleSignOn?.name
  if (name === undefined) return null
  return (
    <Button
      variant="default"
      fullWidth
      mih={44}
      icon={IconBuilding}
      disabled={disabled || redirect.isPending}
      onClick={() => redirect.mutate()}
    >
      <Trans>Sign in with {name}</Trans>
    </Button>
  )
}
