import { t } from '@lingui/core/macro'
import { Text } from '@mantine/core'
import { drillMonthChoices } from '@muster/domain/drill-calendar.ts'
import { useQuery } from '@tanstack/react-query'
import { api, orpc } from '../../lib/api.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { Select } from '../../ui/forms/select.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { Loaded } from '../../ui/states/loaded.tsx'
import { DrillDates } from './drill-dates.tsx'
import { PlanSection } from './plan-section.tsx'
import { monthsText } from './plan-words.ts'

const neverValue = '0'

export function DrillSection({ zoneId }: { zoneId: string }) {
  const { may } = useSelectedZone()
  const query = useQuery(orpc.emergencyPlans.drill.queryOptions({ input: { zoneId } }))
  const save = useAct({
    call: (everyMonths: number) => api.emergencyPlans.setDrill({ zoneId, everyMonths }),
    failed: t`The calendar couldn’t be saved. Try again.`,
    invalidates: [orpc.emergencyPlans.drill.key()],
    invalidatesUnlessLive: [orpc.emergencyPlans.drills.key(), orpc.emergencyPlans.dueDrills.key()],
  })
  const drill = query.data?.drill
  const every = save.isPending ? save.variables : (drill?.everyMonths ?? 0)
  return (
    <PlanSection
      title={t`Drills`}
      text={t`Those who may call people are alerted 14 days before a drill is due, and when it’s overdue.`}
    >
      {query.data ? (
        <>
          <Select
            label={t`Hold a drill`}
            data={[
              { value: neverValue, label: t`No calendar` },
              ...listMonths(every).map(months => {
                const span = monthsText(months)
                return { value: String(months), label: t`Every ${span}` }
              }),
            ]}
            value={String(every)}
            onChange={value => save.mutate(Number(value))}
            allowDeselect={false}
            disabled={save.isPending || !may('broadcast')}
            maw={320}
          />
          {drill && <DrillDates drill={drill} />}
          <Text c="dimmed">
            {t`A drill counts once somebody has given the all clear and said that it counts.`}
          </Text>
        </>
      ) : (
        <Loaded query={query} failure={t`Failed to load the calendar of drills`} skeleton={1} />
      )}
    </PlanSection>
  )
}

/** The intervals to choose from, in months, with the one that was set otherwise. */
const listMonths = (every: number): readonly number[] =>
  every === 0 || drillMonthChoices.some(it => it === every)
    ? drillMonthChoices
    : [...drillMonthChoices, every].sort((one, other) => one - other)
