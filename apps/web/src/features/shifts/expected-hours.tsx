import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Flex, Group, Stack, Text } from '@mantine/core'
import type { ShiftPlan } from '@muster/contract/shifts.ts'
import { toLocalTime } from '@muster/domain/local-time.ts'
import { IconClockPlus, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { ignoreMissing } from '../../lib/error-text.ts'
import { ActionIcon } from '../../ui/action-icon.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { AgeGrey } from '../../ui/live/age-grey.tsx'
import { Name } from '../../ui/people/name.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { useNow } from '../../ui/time/use-now.ts'
import { attendanceKeys } from './attendance-keys.ts'
import { HolidayList } from './holiday-list.tsx'
import { PlanDialog } from './plan-dialog.tsx'
import { planText, unknownGroup, validityText } from './shift-words.ts'

type PlanAction = { what: 'edit' | 'remove'; plan: ShiftPlan } | { what: 'create' }

export function ExpectedHours({ zoneId }: { zoneId: string }) {
  const query = useQuery(orpc.shifts.plans.queryOptions({ input: { zoneId } }))
  const [action, setAction] = useState<PlanAction>()
  const now = useNow()
  const failure = <Loaded query={query} failure={t`Failed to load expected hours`} skeleton={3} />
  if (!query.data) return failure
  const { plans, timeZone, mayChange } = query.data
  const today = toLocalTime(now, timeZone).day
  const removedPlan = action?.what === 'remove' ? action.plan.name : ''
  const addButton = (
    <Button icon={IconPlus} onClick={() => setAction({ what: 'create' })}>
      {t`Add hours`}
    </Button>
  )
  return (
    <>
      {failure}
      <Flex component="section" direction="column" gap="sm" aria-label={t`Expected hours`}>
        <Group justify="space-between" gap="xs">
          <h2>{t`Expected hours`}</h2>
          {mayChange && plans.length > 0 && addButton}
        </Group>
        {plans.length === 0 ? (
          <EmptyState
            icon={IconClockPlus}
            title={t`No expected hours yet`}
            text={t`Add the hours people are expected to be there. Attendance then shows who was late or absent, left early or worked longer.`}
          >
            {mayChange && addButton}
          </EmptyState>
        ) : (
          <AgeGrey stale={query.isError}>
            <Stack gap="sm">
              <Rows framed aria-label={t`Plans`}>
                {plans.map(plan => (
                  <PlanRow
                    key={plan.id}
                    plan={plan}
                    validity={validityText(plan, today)}
                    onAct={mayChange ? what => setAction({ what, plan }) : undefined}
                  />
                ))}
              </Rows>
              <Text size="xs" c="dimmed">
                <Trans>
                  Times are in {timeZone}. For its members, a group’s hours override the hours for everyone.
                </Trans>
              </Text>
            </Stack>
          </AgeGrey>
        )}
      </Flex>
      <HolidayList zoneId={zoneId} today={today} />
      <PlanDialog
        zoneId={zoneId}
        today={today}
        plan={action?.what === 'edit' ? action.plan : undefined}
        opened={action?.what === 'edit' || action?.what === 'create'}
        onClose={() => setAction(undefined)}
      />
      {action?.what === 'remove' && (
        <ConfirmDialog
          opened
          onClose={() => setAction(undefined)}
          title={t`Remove ${removedPlan}?`}
          confirmLabel={t`Remove hours`}
          workingLabel={t`Removing…`}
          onConfirm={() => ignoreMissing(api.shifts.removePlan({ zoneId, planId: action.plan.id }))}
          failure={t`The hours couldn’t be removed. Try again.`}
          done={t`Hours removed`}
          invalidates={attendanceKeys}
        >
          <Trans>
            Attendance on past days will no longer be compared with these hours either. To keep past days as
            they are, set a last day instead.
          </Trans>
        </ConfirmDialog>
      )}
    </>
  )
}

type RowProps = { plan: ShiftPlan; validity: string; onAct: ((what: 'edit' | 'remove') => void) | undefined }

function PlanRow({ plan, validity, onAct }: RowProps) {
  const { name } = plan
  return (
    <li>
      <div>
        <strong>
          <Name>{name}</Name>
        </strong>
        <div>{planText(plan)}</div>
        <Text component="div" size="xs" c="dimmed">
          {plan.groupId === null ? t`Everyone` : <Name>{plan.groupName ?? unknownGroup}</Name>}
          {` · ${validity}`}
        </Text>
      </div>
      {onAct && (
        <Group gap="xs">
          <ActionIcon
            icon={IconPencil}
            iconSize="1.125rem"
            variant="default"
            size={44}
            aria-label={t`Edit ${name}`}
            onClick={() => onAct('edit')}
          />
          <ActionIcon
            icon={IconTrash}
            iconSize="1.125rem"
            variant="default"
            size={44}
            aria-label={t`Remove ${name}`}
            onClick={() => onAct('remove')}
          />
        </Group>
      )}
    </li>
  )
}
