import { IconMessages, IconNews } from '@tabler/icons-react'
import { paths } from '../../lib/paths.ts'
import { PageLink } from '../../ui/layout/page-link.tsx'

/** The way between the cards of one's groups and what is new in their zones. */
export function GroupsTabs({ at }: { at: 'cards' | 'news' }) {
  return at === 'cards' ? (
    <PageLink to={paths.groups} icon={IconNews}>
      What is new
    </PageLink>
  ) : (
    <PageLink to={paths.myGroups} icon={IconMessages}>
      All groups
    </PageLink>
  )
}
