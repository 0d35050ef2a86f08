import { useMatches } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { getMenu } from './menu.ts'

/** Returns the title of the page. The title of the notifications page depends on the role, as it does in the menu. */
export function useTitle(): string | undefined {
  const { role } = useSelectedZone()
  const match = useMatches({ select: matches => matches.at(-1) })
  if (match?.pathname !== paths.hazards) return match?.staticData.title
  return getMenu(role, true).find(({ to }) => to === paths.hazards)?.label ?? match.staticData.title
}
