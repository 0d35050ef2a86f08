import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack, Text, Textarea } from '@mantine/core'
import type { EmergencyDetail } from '@muster/contract/emergencies.ts'
import { useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../lib/api.ts'
import { inDialog } from '../../ui/dialogs/in-dialog.tsx'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { PlanChoices } from './plan-choices.tsx'
import { type PlanChoice, planKey, usePlans } from './use-plans.ts'

type Props = { emergency: Pick<EmergencyDetail, 'id' | 'drill' | 'people' | 'zones' | 'scope'> }

export const ChangeOrderDialog = inDialog(OrderForm, { title: t`Change the order` })

function OrderForm({ emergency, onClose }: Props & { onClose: () => void }) {
  const { id: emergencyId, drill, people, zones, scope } = emergency
  const { plans, isLoading } = usePlans(scope === 'all' ? null : (zones[0]?.id ?? null))
  const [chosen, setChosen] = useState<PlanChoice>()
  const [changedMessage, setChangedMessage] = useState<string>()
  const [requestId] = useState(() => uuidV7())
  const plan = plans.find(it => chosen && planKey(it) === planKey(chosen)) ?? chosen
  const message = changedMessage ?? plan?.message.text ?? ''
  const change = useAct({
    call: ({ kind, id: emergencyPlanId }: PlanChoice) =>
      api.emergencies.changeOrder({ emergencyId, kind, emergencyPlanId, message, requestId }),
    onDone: onClose,
    done: t`Order changed`,
    invalidates: [orpc.emergencies.key()],
  })
  return (
    <ActForm
      form={{ act: change, submit: () => plan && change.mutate(plan), onClose }}
      label={t`${plural(people, { one: 'Change it for # person', other: 'Change it for # people' })}`}
      workingLabel={t`Sending…`}
      disabled={plan === undefined}
      failed={t`It’s not certain that the order was changed. Try again: nobody is called twice.`}
    >
      <Stack tabIndex={-1} data-autofocus style={{ outline: 'none' }}>
        <Text>
          <Trans>
            The same people get the new order and are asked again, including those who are safe. Calls for
            help stay.
          </Trans>
        </Text>
        {isLoading ? (
          <Text c="dimmed">{t`Loading plans…`}</Text>
        ) : (
          <PlanChoices
            plans={plans}
            value={plan}
            onChange={its => {
              setChosen(its)
              setChangedMessage(undefined)
            }}
          />
        )}
        <Textarea
          label={t`Message (optional)`}
          description={drill ? t`The message says that this is a drill.` : undefined}
          maxLength={500}
          autosize
          maxRows={5}
          value={message}
          onChange={event => setChangedMessage(event.currentTarget.value)}
        />
      </Stack>
    </ActForm>
  )
}
