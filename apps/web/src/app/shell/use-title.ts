import { useMatches } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { getHazardsLabel } from './menu.ts'

/** Returns the title of the page. The title of the notifications page depends on the role, as it does in the menu. */
export function useTitle(): string | undefined {
  const { role } = useSelectedZone()
  const match = useMatches({ select: matches => matches.at(-1) })
  return match?.pathname === paths.hazards ? getHazardsLabel(role) : match?.staticData.title
}
