import { t } from '@lingui/core/macro'
import type { Visit } from '@muster/contract/visitors.ts'
import type { VisitEnd, VisitState, VisitWay } from '@muster/domain/visitor.ts'

export const listLabels: Readonly<Record<VisitState, string>> = {
  inside: t`Here`,
  expected: t`Expected`,
  past: t`Left`,
}

export const wayLabels: Readonly<Record<VisitWay, string>> = {
  host: t`Invited`,
  kiosk: t`Kiosk`,
  poster: t`Poster`,
  hand: t`By hand`,
}

const endTexts: Readonly<Record<VisitEnd, string>> = {
  self: t`signed out`,
  host: t`signed out by the host`,
  manager: t`signed out by a manager`,
  end_of_day: t`not signed out, ended with the day`,
}

/** How the visit ended; empty while it lasts. */
export const endText = ({ ended }: Pick<Visit, 'ended'>): string => (ended === null ? '' : endTexts[ended])

/** The general notice, for zones without one of their own. */
export const generalNotice = t`Follow your host’s instructions and the safety signs. In an alarm, leave by the nearest exit and go to the assembly point. Your details are stored for the safety of everyone on site and deleted after the time the site has set.`
