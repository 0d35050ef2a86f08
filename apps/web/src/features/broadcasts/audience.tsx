import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Broadcast } from '@muster/contract/broadcasts.ts'
import { roleLabel } from '@muster/domain/role.ts'
import { formatList } from '../../lib/format-list.ts'
import { Name } from '../../ui/people/name.tsx'
import { targetGroupName } from './broadcast-words.ts'

type Props = { broadcast: Broadcast }

/** The audience within the zone: groups and roles, and whether only people inside receive the broadcast. */
export function Audience({ broadcast: { targetGroups, targetRoles, insideOnly, state } }: Props) {
  const hasGroups = targetGroups.length > 0
  const hasRoles = targetRoles.length > 0
  const audience =
    hasGroups || hasRoles ? (
      <>
        {hasGroups && <Name>{formatList(targetGroups.map(targetGroupName))}</Name>}
        {hasGroups && hasRoles && ' · '}
        {formatList(targetRoles.map(role => i18n._(roleLabel(role))))}
      </>
    ) : (
      t`All users`
    )
  if (!insideOnly) return audience
  return state === 'scheduled' ? (
    <Trans>{audience}, only people inside when it’s sent</Trans>
  ) : (
    <Trans>{audience}, only people inside when it was sent</Trans>
  )
}
