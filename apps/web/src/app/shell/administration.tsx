import { t } from '@lingui/core/macro'
import { Outlet, useLocation } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { Page } from '../../ui/layout/page.tsx'
import { PageTabs } from '../../ui/layout/page-tabs.tsx'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import { getAdministrationPages } from './menu.ts'
import { useTitle } from './use-title.ts'

/** Client admins may see their own organisations, and Security says whom to tell. */
const pagesWithOwnGuard: readonly string[] = [paths.organisations, paths.security]

export function Administration() {
  const { profile } = useMe()
  const title = useTitle()
  const pages = getAdministrationPages(profile.role)
  const path = useLocation({ select: ({ pathname }) => pathname })
  const isAllowed = pagesWithOwnGuard.includes(path) || pages.some(({ to }) => to === path)
  return (
    <>
      <PageTabs label={t`Administration`} tabs={pages} framed />
      {isAllowed ? (
        <Outlet />
      ) : (
        <Page title={title ?? t`Administration`}>
          <NotAllowed />
        </Page>
      )}
    </>
  )
}
