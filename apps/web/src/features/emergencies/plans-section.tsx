import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Text } from '@mantine/core'
import type { EmergencyPlan } from '@muster/contract/emergency-plans.ts'
import { limits } from '@muster/domain/limits.ts'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { formatCount } from '../../lib/format-count.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { ActionIcon } from '../../ui/action-icon.tsx'
import { kindLabels } from '../../ui/alarm/kind-words.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { Name } from '../../ui/people/name.tsx'
import { CautionNote } from '../../ui/states/caution-note.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { PlanDialog } from './plan-dialog.tsx'
import { PlanSection } from './plan-section.tsx'
import { planFacts } from './plan-words.ts'
import { planKey, planName } from './use-plans.ts'

/** A plan in a dialog: undefined for none, 'new' for another one. */
type Opened = EmergencyPlan | 'new' | undefined

export function PlansSection({ zoneId }: { zoneId: string }) {
  const { may } = useSelectedZone()
  const mayChange = may('broadcast')
  const query = useQuery(orpc.emergencyPlans.list.queryOptions({ input: { zoneId } }))
  const [edited, setEdited] = useState<Opened>()
  const [deleted, setDeleted] = useState<EmergencyPlan>()
  const plans = query.data?.plans
  const ownCount = plans?.filter(it => it.id !== null).length ?? 0
  return (
    <PlanSection
      title={t`Plans`}
      text={t`What people are told and asked, and who is told if they don’t answer.`}
      action={
        mayChange &&
        plans &&
        ownCount < limits.emergencyPlansMost && (
          <Button variant="default" icon={IconPlus} onClick={() => setEdited('new')}>
            {t`Add plan`}
          </Button>
        )
      }
    >
      {mayChange && <ZoneReach zoneId={zoneId} />}
      {plans ? (
        <Rows>
          {plans.map(plan => (
            <li key={planKey(plan)}>
              <PlanText plan={plan} />
              {mayChange && (
                <PlanActs plan={plan} onEdit={() => setEdited(plan)} onDelete={() => setDeleted(plan)} />
              )}
            </li>
          ))}
        </Rows>
      ) : (
        <Loaded query={query} failure={t`Failed to load the plans`} skeleton={4} />
      )}
      {edited && (
        <PlanDialog
          zoneId={zoneId}
          plan={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
      {deleted && <DeletePlan zoneId={zoneId} plan={deleted} onClose={() => setDeleted(undefined)} />}
    </PlanSection>
  )
}

function PlanText({ plan }: { plan: EmergencyPlan }) {
  const facts = planFacts(plan)
  return (
    <div>
      <Group gap="xs">
        <Text fw={600} dir="auto">
          {planName(plan)}
        </Text>
        {plan.id === null ? <Tag>{t`Default`}</Tag> : <Tag>{kindLabels[plan.kind]}</Tag>}
        {plan.usedFirst && <Tag tone="good">{t`Used first`}</Tag>}
      </Group>
      {plan.message.text !== '' && (
        <Text dir="auto" lineClamp={2}>
          {plan.message.text}
        </Text>
      )}
      {facts.length > 0 && <Text c="dimmed">{facts.join(' · ')}</Text>}
    </div>
  )
}

type ActsProps = { plan: EmergencyPlan; onEdit: () => void; onDelete: () => void }

function PlanActs({ plan, onEdit, onDelete }: ActsProps) {
  const name = planName(plan)
  return (
    <Group gap={0} wrap="nowrap">
      {(plan.id !== null || plan.usedFirst) && (
        <ActionIcon icon={IconPencil} size={44} aria-label={t`Change ${name}`} onClick={onEdit} />
      )}
      {plan.id !== null && (
        <ActionIcon icon={IconTrash} size={44} aria-label={t`Delete ${name}`} onClick={onDelete} />
      )}
    </Group>
  )
}

type DeleteProps = { zoneId: string; plan: EmergencyPlan; onClose: () => void }

function DeletePlan({ zoneId, plan, onClose }: DeleteProps) {
  const { name } = plan
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t`Delete this plan?`}
      confirmLabel={t`Delete plan`}
      workingLabel={t`Deleting…`}
      onConfirm={() => api.emergencyPlans.remove({ zoneId, emergencyPlanId: plan.id ?? '' })}
      failure={t`The plan couldn’t be deleted. Try again.`}
      done={t`Plan deleted`}
      invalidates={[orpc.emergencyPlans.list.key()]}
    >
      <Trans>
        <Name>{name}</Name> is deleted. Emergencies that are open go on as before.
      </Trans>
    </ConfirmDialog>
  )
}

/** Says long before an emergency how many people of a zone a call would ring; nothing if it rings for all of them. */
function ZoneReach({ zoneId }: { zoneId: string }) {
  const { data } = useQuery(
    orpc.emergencies.preview.queryOptions({ input: { zoneId, kind: 'welfare', expected: false } }),
  )
  if (!data || data.reach.device >= data.people) return null
  const devices = formatCount(data.reach.device)
  const people = formatCount(data.people)
  return (
    <CautionNote>
      {t`${devices} of ${people} have a device with notifications. A call doesn’t ring for the others: ask them to turn on notifications in Settings.`}
    </CautionNote>
  )
}
