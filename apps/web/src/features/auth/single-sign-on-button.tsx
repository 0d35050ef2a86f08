import { Button } from '@mantine/core'
import { IconBuilding } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { errorTextWithTime } from '../../lib/error-text.ts'
import { notify } from '../../ui/toast/notify.ts'
import { leaveForSignIn } from './elsewhere.ts'

/** Signing in where one's organisation does, if it is set up. */
export function SingleSignOnButton({ disabled }: { disabled: boolean }) {
  const settings = useQuery(orpc.auth.settings.queryOptions())
  const leave = useMutation({
    mutationFn: () => leaveForSignIn(address => window.location.assign(address)),
    onError: error => notify.error('Login Error', errorTextWithTime(error, 'An unexpected error occurred')),
  })
  const name = settings.data?.singleSignOn?.name
  if (name === undefined) return null
  return (
    <Button
      variant="default"
      fullWidth
      leftSection={<IconBuilding size={18} aria-hidden />}
      disabled={disabled || leave.isPending}
      onClick={() => leave.mutate()}
    >
      Sign in with {name}
    </Button>
  )
}
