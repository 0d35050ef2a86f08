import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import type { EmergencyPlan } from '@muster/contract/emergency-plans.ts'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { formatList } from '../../lib/format-list.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Name } from '../../ui/people/name.tsx'

type Props = {
  zoneId: string
  name: string
  onClose: () => void
  onConfirm: () => Promise<unknown>
}

export function RemoveAssemblyPoint({ zoneId, name, onClose, onConfirm }: Props) {
  const { data } = useQuery(orpc.emergencyPlans.list.queryOptions({ input: { zoneId } }))
  const plans = (data?.plans ?? []).filter(it => it.pointNames.includes(name))
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t`Remove this assembly point?`}
      confirmLabel={t`Remove`}
      workingLabel={t`Removing…`}
      onConfirm={onConfirm}
      failure={t`The assembly points couldn’t be saved. Try again.`}
      done={t`Assembly point removed`}
      invalidates={[orpc.emergencies.points.key(), orpc.emergencyPlans.list.key()]}
    >
      <Text>
        <Trans>
          Nobody counts as safe at <Name>{name}</Name> any more. Emergencies that are open no longer send
          people there.
        </Trans>
      </Text>
      {plans.length > 0 && <PlansThatChange plans={plans} />}
    </ConfirmDialog>
  )
}

function PlansThatChange({ plans }: { plans: readonly EmergencyPlan[] }) {
  const names = formatList(plans.map(it => `“${it.name}”`))
  const withoutPoints = plans.filter(it => it.pointNames.length === 1)
  const leftNames = formatList(withoutPoints.map(it => `“${it.name}”`))
  return (
    <>
      <Text mt="sm" fw={600} dir="auto">
        {t`Plans that send people there: ${names}`}
      </Text>
      <Text size="sm" c="dimmed">
        {withoutPoints.length === 0
          ? t`The point is taken out of them.`
          : t`The point is taken out of them. Without a point of their own, these send people to all that are left: ${leftNames}`}
      </Text>
    </>
  )
}
