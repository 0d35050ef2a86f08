import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Flex, type InputWrapperProps, Stack, Switch, Text, Textarea } from '@mantine/core'
import type { EmergencyPreview } from '@muster/contract/emergencies.ts'
import type { MyZone } from '@muster/contract/zones.ts'
import { callsPeopleInside } from '@muster/domain/emergency.ts'
import { IconUsers } from '@tabler/icons-react'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../lib/api.ts'
import { formatList } from '../../lib/format-list.ts'
import { notReachedText, reachText } from '../../lib/reach-texts.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { siteSumText, toSiteParts } from '../../ui/people/site-sum.ts'
import { ZoneSelect } from '../../ui/pick-zone.tsx'
import { EnterZoneDialog } from '../auth/public.ts'
import { MoreZonesSelect, type NamedZone } from './more-zones-select.tsx'
import { OpenCallNotice } from './open-call-notice.tsx'
import { PlanChoices } from './plan-choices.tsx'
import { useOpenCalls } from './use-open-calls.ts'
import { type PlanChoice, planKey, usePlans } from './use-plans.ts'

/** Explanations stand below their fields, where the eye is after the choice. */
const planFieldOrder: InputWrapperProps['inputWrapperOrder'] = ['label', 'input', 'description', 'error']

type Props = {
  opened: boolean
  onClose: () => void
  /** True if the page keeps the open state in its URL. */
  keptInAddress?: boolean
}

export function DeclareDialog({ opened, onClose, keptInAddress }: Props) {
  return (
    <ResponsiveDialog
      opened={opened}
      onClose={onClose}
      title={t`Call everyone inside`}
      {...(keptInAddress && { keptInAddress })}
    >
      <DeclareForm onClose={onClose} />
    </ResponsiveDialog>
  )
}

/** The zone chosen in the dialog: undefined for the selected one, null for all zones. */
type ChosenZone = { id: string; name: string } | null | undefined

function DeclareForm({ onClose }: { onClose: () => void }) {
  const { zone: selectedZone, availableZones, isZoneBound, hasMore } = useSelectedZone()
  const navigate = useNavigate()
  const [chosenZone, setChosenZone] = useState<ChosenZone>()
  const [moreZones, setMoreZones] = useState<NamedZone[]>([])
  const [closedZone, setClosedZone] = useState<MyZone>()
  const [chosenPlan, setChosenPlan] = useState<PlanChoice>()
  const [choosesExpected, setChoosesExpected] = useState<boolean>()
  const [isDrill, setIsDrill] = useState(false)
  const [changedMessage, setChangedMessage] = useState<string>()
  const [requestId] = useState(() => uuidV7())
  const zone = chosenZone === undefined ? selectedZone : chosenZone
  const zoneId = zone?.id ?? null
  const moreZoneIds = zone ? moreZones.flatMap(it => (it.id === zone.id ? [] : it.id)) : []
  const { plans, first, isLoading, hasOnlyDefaults } = usePlans(zoneId)
  // A plan on the screen is never replaced by another one, even if it is deleted: another kind of call would go out.
  const shownPlan = chosenPlan ?? first
  const plan = plans.find(it => shownPlan && planKey(it) === planKey(shownPlan)) ?? shownPlan
  const choices = plan === undefined || plans.includes(plan) ? plans : [...plans, plan]
  const kind = plan?.kind ?? 'evacuate'
  const emergencyPlanId = plan?.id ?? null
  // The default plans call those expected; a plan of the zone says so itself.
  const expected = choosesExpected ?? (!plan?.id || plan.audience.includes('expected'))
  const target = { zoneId, moreZoneIds, expected, kind, emergencyPlanId }
  const message = changedMessage ?? plan?.message.text ?? ''
  const isComplete = zone !== undefined && !isLoading
  const openCalls = useOpenCalls(zoneId === null ? [] : [zoneId, ...moreZoneIds])
  const [callsAnyway, setCallsAnyway] = useState(false)
  const isTranslated = Object.values(plan?.message.texts ?? {}).some(Boolean)
  const hasChoice = !isZoneBound || hasMore || availableZones.length > 1
  /** The plans of another zone are others. */
  const chooseZone = (its: ChosenZone) => {
    setChosenZone(its)
    setChosenPlan(undefined)
    setChangedMessage(undefined)
    setChoosesExpected(undefined)
  }
  const busyZones = useBusyZones(!isZoneBound && hasChoice)
  const preview = useQuery({
    ...orpc.emergencies.preview.queryOptions({ input: target }),
    enabled: zone !== undefined,
    staleTime: 0,
  })
  const people = preview.data?.people ?? 0
  const sendLabel =
    people > 0 ? t`${plural(people, { one: 'Call # person', other: 'Call # people' })}` : t`Send the alarm`
  const declare = useAct({
    call: () => api.emergencies.declare({ ...target, drill: isDrill, message, requestId }),
    onDone: ({ emergencyId }) => {
      onClose()
      void navigate({ to: '/emergencies/$emergencyId', params: { emergencyId } })
    },
    invalidates: [orpc.emergencies.key()],
  })
  if (openCalls.length > 0 && !callsAnyway)
    return (
      <Stack gap="lg" tabIndex={-1} data-autofocus>
        {openCalls.map(emergency => (
          <OpenCallNotice key={emergency.id} emergency={emergency} onOpen={onClose} />
        ))}
        <Text>{t`The board can change the order for the same people.`}</Text>
        <Button variant="default" size="md" onClick={() => setCallsAnyway(true)}>
          {t`Drill or another call`}
        </Button>
      </Stack>
    )
  return (
    <ActForm
      form={{ act: declare, onClose }}
      label={isDrill ? t`Start the drill` : sendLabel}
      workingLabel={t`Sending…`}
      disabled={!isComplete}
      failed={t`It’s not certain that people were called. Try again: nobody is called twice. Or call by telephone.`}
      buttons={
        // Always beside the button that calls people, however long the form is.
        <Switch
          size="md"
          me="auto"
          label={t`This is a drill`}
          checked={isDrill}
          onChange={event => setIsDrill(event.currentTarget.checked)}
        />
      }
    >
      {/* Enter must neither close the dialog nor send before anything was read. */}
      <Stack tabIndex={-1} data-autofocus style={{ outline: 'none' }}>
        {hasChoice && (
          <ZoneSelect
            label={t`Zone`}
            w="100%"
            zone={chosenZone === null ? undefined : availableZones.find(({ id }) => id === zone?.id)}
            onPick={({ id, name }) => chooseZone({ id, name })}
            {...(!isZoneBound && {
              onPickAll: () => chooseZone(null),
              first: busyZones.map(({ name, ...it }) => ({
                ...it,
                isChosen: it.id === zone?.id,
                onPick: () => chooseZone({ id: it.id, name }),
              })),
            })}
          />
        )}
        {hasChoice && zone && (
          <MoreZonesSelect
            zoneId={zone.id}
            value={moreZones}
            onChange={setMoreZones}
            onClosedZone={setClosedZone}
          />
        )}
        {isLoading ? (
          <Text c="dimmed">{t`Loading plans…`}</Text>
        ) : (
          <PlanChoices
            plans={choices}
            value={plan}
            onChange={its => {
              setChosenPlan(its)
              setChangedMessage(undefined)
              setChoosesExpected(undefined)
            }}
          />
        )}
        {zone !== undefined ? <Reach query={preview} /> : <Text c="dimmed">{t`Choose a zone.`}</Text>}
        {hasOnlyDefaults && (
          <Text role="status">{t`The zone’s own plans aren’t loaded. This is a default plan.`}</Text>
        )}
        <Textarea
          label={t`Message (optional)`}
          placeholder={t`Meet at the north gate.`}
          maxLength={500}
          autosize
          maxRows={5}
          value={message}
          onChange={event => setChangedMessage(event.currentTarget.value)}
          {...(isTranslated && {
            description:
              message === plan?.message.text
                ? t`Everyone gets the plan’s text in their language.`
                : t`Everyone gets this text, without the plan’s translations.`,
            inputWrapperOrder: planFieldOrder,
          })}
        />
        {callsPeopleInside(kind) && (
          <Switch
            size="md"
            label={t`Also people whose shift runs now`}
            description={t`Those who have not been seen are listed as expected.`}
            checked={expected}
            onChange={event => setChoosesExpected(event.currentTarget.checked)}
          />
        )}
      </Stack>
      {closedZone && (
        <EnterZoneDialog
          zone={closedZone}
          opened
          onClose={() => setClosedZone(undefined)}
          onEntered={() => setMoreZones([...moreZones, closedZone])}
        />
      )}
    </ActForm>
  )
}

/** Returns the zones with the most people inside, for those who may call people in all of them. */
function useBusyZones(isEnabled: boolean) {
  const { data } = useQuery({
    ...orpc.presence.insideZones.queryOptions({ input: { limit: 20 } }),
    enabled: isEnabled,
    meta: { isOffScreen: true },
  })
  return [...(data?.rows ?? [])]
    .sort((one, other) => other.inside - one.inside)
    .map(({ zoneId, name, inside }) => {
      const people = t`${plural(inside, { other: '# inside' })}`
      return { id: zoneId, name, label: `${name} · ${people}` }
    })
}

type ReachProps = { query: Pick<UseQueryResult<EmergencyPreview>, 'data' | 'isError'> }

function Reach({ query: { data, isError } }: ReachProps) {
  const notReached = data && notReachedText(data.reach)
  return (
    <Flex gap="sm" align="flex-start" role="status">
      <IconUsers size="1.5rem" aria-hidden />
      <div>
        <Text fw={600} size="lg">
          {data === undefined
            ? isError
              ? t`The people couldn’t be counted. You can still send.`
              : t`Counting people…`
            : data.people === 0
              ? t`Nobody is known to be there.`
              : siteSumText(toSiteParts(data.reasons))}
        </Text>
        {data && data.notActive.length > 0 && (
          <Text>
            <Trans>
              Not active: <bdi>{formatList(data.notActive)}</bdi>. Only people who are still recorded as
              inside are called there.
            </Trans>
          </Text>
        )}
        {data && data.people > 0 && <Text>{reachText(data.reach)}</Text>}
        {notReached && <Text fw={600}>{notReached}</Text>}
        {data && data.notCalled > 0 && (
          <Text>
            {t`${plural(data.notCalled, { one: '# member is not known to be inside, and is asked only in the app.', other: '# members are not known to be inside, and are asked only in the app.' })}`}
          </Text>
        )}
        {data && data.uncounted > 0 && (
          <Text c="dimmed">
            {t`${plural(data.uncounted, { one: '# more is called and not counted.', other: '# more are called and not counted.' })}`}
          </Text>
        )}
      </div>
    </Flex>
  )
}
