import type { EmergencyPlan } from '@muster/contract/emergency-plans.ts'
import { emergencyKinds } from '@muster/domain/emergency.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { orpc } from '../../lib/api.ts'
import { kindLabels } from '../../ui/alarm/kind-words.ts'

/** A plan as the dialog of a call needs it. */
export type PlanChoice = Pick<EmergencyPlan, 'id' | 'kind' | 'name' | 'message' | 'audience' | 'usedFirst'>

/** Milliseconds for which a call waits for the plans of its zone. Afterwards it offers the default ones. */
const patienceMs = 2_000

const defaultPlans: readonly PlanChoice[] = emergencyKinds.map(kind => ({
  id: null,
  kind,
  name: '',
  message: { text: '', texts: {} },
  audience: [],
  usedFirst: true,
}))

export const planKey = ({ id, kind }: Pick<EmergencyPlan, 'id' | 'kind'>): string => id ?? kind
export const planName = ({ name, kind }: Pick<EmergencyPlan, 'name' | 'kind'>): string =>
  name || kindLabels[kind]

/**
 * Returns the plans of a zone, those used first before the others, with the one to offer: the general one to leave the site, or the one
 * that the zone uses first for it. While `isLoading`, no plan can be chosen. All zones, and zones whose plans do not arrive in time, have
 * the default plans. Once offered, the first plan stays the same whatever arrives later, because somebody may be about to send it; it may
 * then be missing in `plans`. `hasOnlyDefaults`: the plans of the zone are not known, because they could not be read or are late.
 */
export function usePlans(zoneId: string | null) {
  const query = useQuery({
    ...orpc.emergencyPlans.list.queryOptions({ input: { zoneId: zoneId ?? '' } }),
    enabled: zoneId !== null,
  })
  const [lateZoneId, setLateZoneId] = useState<string>()
  const isWaiting = zoneId !== null && query.data === undefined && !query.isError
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setLateZoneId(zoneId), patienceMs)
    return () => clearTimeout(timer)
  }, [isWaiting, zoneId])
  const isLoading = isWaiting && lateZoneId !== zoneId
  const ownPlans = zoneId === null ? undefined : query.data?.plans
  const plans = toSorted(ownPlans?.length ? ownPlans : defaultPlans)
  const [offered, setOffered] = useState<{ zoneId: string | null; plan: PlanChoice | undefined }>()
  const isOffered = offered?.zoneId === zoneId
  const first = isOffered ? offered.plan : (plans.find(it => it.kind === 'evacuate') ?? plans[0])
  if (!isLoading && !isOffered) setOffered({ zoneId, plan: first })
  const hasOnlyDefaults = zoneId !== null && query.data === undefined && !isLoading
  return { plans, first, isLoading, hasOnlyDefaults }
}

/** Sorts those used first before the others, each in the order of their kinds. */
const toSorted = (plans: readonly PlanChoice[]): readonly PlanChoice[] =>
  [...plans].sort(
    (one, other) =>
      Number(other.usedFirst) - Number(one.usedFirst) ||
      emergencyKinds.indexOf(one.kind) - emergencyKinds.indexOf(other.kind),
  )
