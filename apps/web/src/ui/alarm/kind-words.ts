import { t } from '@lingui/core/macro'
import type { EmergencyKind } from '@muster/domain/emergency.ts'

/** The act that an emergency asks of people, in a choice. */
export const kindLabels: Readonly<Record<EmergencyKind, string>> = {
  evacuate: t`Leave the site`,
  shelter: t`Stay inside`,
  keep_away: t`Keep away`,
  welfare: t`Are you all right?`,
}

/** The act that an emergency asks of people, as a title. */
export function kindTitle(kind: EmergencyKind, zoneName: string | null): string {
  if (zoneName === null)
    return { ...kindLabels, evacuate: t`Leave the site now`, keep_away: t`Keep away from the site` }[kind]
  if (kind === 'evacuate') return t`Leave ${zoneName} now`
  if (kind === 'shelter') return t`Stay inside ${zoneName}`
  if (kind === 'keep_away') return t`Keep away from ${zoneName}`
  return t`Are you all right? (${zoneName})`
}
